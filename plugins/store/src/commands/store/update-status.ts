import { entityArgument, fieldArgument, idArgument, valueArgument } from "../../cli/arguments.ts";
import { requireArgument, StoreCommand } from "../../cli/store-command.ts";
import { requireEntity } from "../../custodian/session.ts";

export default class UpdateStatus extends StoreCommand {
  static override summary = "Set a status, or another field with a closed set of values";
  static override args = { entity: entityArgument, id: idArgument, field: fieldArgument, value: valueArgument };
  static override examples = ["<%= config.bin %> <%= command.id %> task WI-S1-T01 status planned"];

  async run(): Promise<void> {
    const { args, flags } = await this.parse(UpdateStatus);
    const entity = requireEntity(requireArgument("entity", args.entity));
    const id = requireArgument("id", args.id);
    const field = requireArgument("field", args.field);
    const value = requireArgument("value", args.value);
    const { updateStatus } = await import("../../custodian/update-status.ts");
    const session = this.session(flags["dry-run"]);
    await this.succeed(await updateStatus(session, { entity, id, field, value, force: flags.force }));
  }
}
