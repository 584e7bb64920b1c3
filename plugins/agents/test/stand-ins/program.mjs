#!/usr/bin/env node
// One program with many habits; the first argument says which.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { flag, recordCall, reply, session } from "./world.mjs";

const habit = process.argv[2] ?? "answer";
const input = ["unread", "hang", "stubborn", "leaves"].includes(habit) ? "" : readInput();

const habits = {
  answer() {
    const id = session(flag("--resume"));
    if (id === "gone") {
      console.log("NO SUCH CHAT");
      return;
    }
    process.stdout.write(`${reply(input)}\nchat=${id}\n`);
  },
  /** Knows no session, and is stuck without one. */
  lost: () => (flag("--resume") ? console.log("NO SUCH CHAT") : setInterval(() => {}, 1000)),
  json() {
    console.log("loading…");
    console.log(JSON.stringify({ result: reply(input), session_id: "7c2a-91" }));
  },
  crash() {
    process.stdout.write("half an ans");
    process.exit(70);
  },
  abort: () => process.kill(process.pid, "SIGABRT"),
  silent() {},
  unread() {
    console.log("did not read");
  },
  stubborn() {
    process.on("SIGTERM", () => {});
    habits.hang();
  },
  /** Never ends, and neither does the child it starts in the same group. */
  hang() {
    const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], {
      stdio: "inherit",
    });
    recordCall(String(child.pid));
    console.log("hanging");
    setInterval(() => {}, 1000);
  },
  /** Ends well, but leaves a child behind that holds its pipes. */
  leaves() {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit", detached: false });
    recordCall(String(child.pid));
    console.log("left one");
    child.unref();
  },
  megabytes: () => process.stdout.write(`${"canon ".repeat(1_000_000)}end`),
  loud() {
    process.stderr.write(`${"thinking ".repeat(1_000_000)}\nchat=late-1\n`, () => console.log("quiet answer"));
  },
  "not-utf8": () => process.stdout.write(Buffer.from([0x6f, 0x6b, 0xff, 0xfe, 0x20, 0xc3, 0x28])),
  both() {
    console.log("out");
    console.error("err");
  },
  environment: () => console.log(`${process.env.STAND_IN_WORD} ${process.cwd()}`),
};

if (input !== "") recordCall(input);
habits[habit]();

function readInput() {
  if (flag("--say") !== undefined) return flag("--say");
  try {
    return readFileSync(0, "utf8");
  } catch {
    return "";
  }
}
