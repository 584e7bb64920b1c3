import { isJsonRecord } from "../model/entities.ts";
import { reasonOf, StoreFailure } from "../model/failure.ts";
import { parseJson } from "../store/project.ts";
import { typeName } from "../validation/messages.ts";

/**
 * The JSON object of an argument, or of stdin when the argument is `-` or absent: the system limits one argument
 * to 128 KiB.
 * @throws StoreFailure when it is no JSON object
 */
export async function readPayload(argument: string | undefined): Promise<unknown> {
  const text = argument === undefined || argument === "-" ? await readInput() : argument;
  let payload: unknown;
  try {
    payload = parseJson(text);
  } catch (error) {
    throw new StoreFailure(`Invalid JSON: ${reasonOf(error)}`);
  }
  if (!isJsonRecord(payload)) throw new StoreFailure(`payload: expected object, got ${typeName(payload)}`);
  return payload;
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) throw new StoreFailure("payload: missing argument (or pass the JSON on stdin)");
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new StoreFailure("Invalid JSON: stdin is not UTF-8");
  }
}
