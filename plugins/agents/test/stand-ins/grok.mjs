#!/usr/bin/env node
import { flag, mode, recordCall, reply, session } from "./world.mjs";

if (process.argv.includes("--version")) process.exit(9);
recordCall();
const wanted = flag("--resume");
const id = session(wanted);
if (id === "gone") {
  process.stderr.write(`Error: session ${wanted} does not exist\n`);
  process.exit(1);
}
if (mode === "plain") {
  console.log("I would rather not speak JSON.");
  process.exit(0);
}
if (mode === "noisy") console.log("\u001b[33m{ warning }\u001b[0m update available");
const answer = {
  text: reply(flag("-p")),
  stopReason: "EndTurn",
  sessionId: id,
  thought: 'session not found {"text":"no"}',
};
console.log(JSON.stringify(answer, null, mode === "noisy" ? 2 : undefined));
