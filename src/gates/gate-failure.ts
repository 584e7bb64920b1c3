/** How a plugin's gate can fail; it ends up in `gateErrors` of the report. */
export type GateFailureCode =
  | "GATE_THREW"
  | "GATE_TIMEOUT"
  | "GATE_CRASHED"
  | "GATE_EXITED"
  | "GATE_OUT_OF_MEMORY"
  | "GATE_NOT_LOADED"
  | "GATE_MALFORMED_REPORT";

/** The failure of one gate. `message` reads after the name of the plugin and its gate. */
export class GateFailure extends Error {
  readonly code: GateFailureCode;

  constructor(code: GateFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The text of whatever a plugin threw, cut to one line of a report. */
export function thrownText(thrown: unknown): string {
  let text: string;
  try {
    text = thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    text = "something that cannot be printed";
  }
  const line = text.split("\n")[0]?.trim() || "an error without a message";
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
