#!/usr/bin/env node
import { flag, mode, recordCall, reply, session } from "./world.mjs";

if (process.argv.includes("--version")) {
  console.log("kimi, version 1.4.0");
  process.exit(0);
}
recordCall();
const wanted = flag("-r");
const id = session(wanted);
process.stderr.write("• pondering the question\n");
if (mode === "fails") {
  process.stderr.write("Error: LLM not set\n");
  process.exit(0);
}
if (id === "gone") {
  process.stderr.write(`Error: Session "${wanted}" not found.\n`);
  process.exit(0);
}
process.stdout.write(`• ${reply(flag("-p")).replaceAll("\n", "\n  ")}\n`);
const hints = mode === "id-on-stdout" ? process.stdout : process.stderr;
hints.write(`\nTo resume this session: kimi -r ${id}\n`);
