import { entityArgument, idArgument } from "../../cli/arguments.ts";
import { requireArgument, StoreCommand } from "../../cli/store-command.ts";
import { requireEntity } from "../../custodian/session.ts";

export default class Delete extends StoreCommand {
  static override summary = "Remove a record";
  static override args = { entity: entityArgument, id: idArgument };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Delete);
    const entity = requireEntity(requireArgument("entity", args.entity));
    const id = requireArgument("id", args.id);
    const { deleteRecord } = await import("../../custodian/delete-record.ts");
    await this.succeed(await deleteRecord(this.session(flags["dry-run"]), entity, id));
  }
}
