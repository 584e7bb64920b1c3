#!/usr/bin/env node
import { flag, mode, recordCall, reply, session } from "./world.mjs";

if (process.argv.includes("--version")) {
  console.log("\u001b[1mHermes Agent v0.9.1\u001b[0m (stand-in)");
  process.exit(0);
}
recordCall();
const wanted = flag("--resume");
const id = session(wanted);
if (mode === "crash") {
  process.stderr.write(`Traceback: the roof fell in ${"x".repeat(500)}\n`);
  process.exit(3);
}
if (id === "gone") {
  console.log(`Session not found: ${wanted}\nUse a session ID from a previous CLI session (hermes sessions list).`);
  process.exit(1);
}
if (wanted) console.log(`\u001b[2m↻ Resumed session ${wanted} (2 messages)\u001b[0m`);
console.log("\u001b[36m⚕ thinking…\u001b[0m");
console.log("╭─ ⚕ Hermes ───────────────╮");
for (const line of reply(flag("-q")).split("\n")) console.log(`│ ${line.padEnd(24)} │`);
console.log("╰──────────────────────────╯");
console.log("──────────────");
(mode === "id-on-stdout" ? process.stdout : process.stderr).write(`\nsession_id: ${id}\n`);
