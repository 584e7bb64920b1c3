import { type Flags, OperationCommand } from "../cli/operation-command.ts";
import { readObservation } from "../cli/read-observation.ts";
import { registerFact } from "../operations/register-fact.ts";

export default class RegisterFact extends OperationCommand {
  static override summary = registerFact.summary;
  static override description = registerFact.description;
  override readonly operation = registerFact;

  override view() {
    return import("../cli/human/registration.ts");
  }

  protected override invokeOptions(flags: Flags) {
    return { preset: flags.source, ...readObservation(flags.observation) };
  }
}
