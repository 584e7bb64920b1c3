/**
 * The inside of the thread in which gates of installed plugins run: takes calls, imports modules, hands out a context whose
 * methods are messages. Whatever it needs is taken before the first plugin is imported.
 */
import { pathToFileURL } from "node:url";
import { parentPort } from "node:worker_threads";
import type { GateContext, NarrationGate } from "../domain/gate.ts";
import { fenceOff } from "./fence.ts";
import { thrownText } from "./gate-failure.ts";
import type { Askable, FromThread, ToThread } from "./messages.ts";

const port = parentPort;
if (!port) throw new Error("this module only runs in the thread of the gates");
const post = port.postMessage.bind(port) as (message: FromThread) => void;
const waiting: Record<number, { resolve(value: unknown): void; reject(error: Error): void }> = Object.create(null);
let asked = 0;

fenceOff((text) => post({ kind: "output", text }));
port.on("message", (message: ToThread) => {
  if (message.kind === "run") void run(message);
  else settle(message);
});
post({ kind: "ready" });

async function run({ call, module, input, context }: Extract<ToThread, { kind: "run" }>): Promise<void> {
  let stage: "load" | "run" | "report" = "load";
  try {
    const gate = await load(module);
    post({ kind: "loaded", call });
    stage = "run";
    const report = await gate.validate(input, contextOf(call, context), (changed) => ask(call, "next", [changed]));
    stage = "report";
    post({ kind: "report", call, report });
  } catch (error) {
    post({ kind: "failure", call, stage, message: thrownText(error) });
  }
}

async function load(path: string): Promise<NarrationGate> {
  const module = (await import(pathToFileURL(path).href)) as { gate?: unknown; default?: unknown };
  const gate = (module.gate ?? module.default) as Partial<NarrationGate> | undefined;
  if (typeof gate?.validate !== "function") throw new Error('it exports no "gate" with a function validate()');
  return gate as NarrationGate;
}

function contextOf(call: number, data: Extract<ToThread, { kind: "run" }>["context"]): GateContext {
  const proxy =
    (method: Askable) =>
    (...args: unknown[]) =>
      ask(call, method, args) as Promise<never>;
  return {
    ...data,
    namesStartingWith: proxy("namesStartingWith"),
    resolveNames: proxy("resolveNames"),
    secondOpinion: proxy("secondOpinion"),
    canonValues: proxy("canonValues"),
  };
}

function ask(call: number, method: Askable, args: unknown[]): Promise<never> {
  const id = ++asked;
  return new Promise((resolve, reject) => {
    waiting[id] = { resolve: resolve as (value: unknown) => void, reject };
    post({ kind: "ask", call, ask: id, method, args });
  });
}

function settle(message: Exclude<ToThread, { kind: "run" }>): void {
  const asker = waiting[message.ask];
  delete waiting[message.ask];
  if (message.kind === "answer") asker?.resolve(message.value);
  else asker?.reject(Object.assign(new Error(message.message), message.code ? { code: message.code } : {}));
}
