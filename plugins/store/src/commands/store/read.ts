import { entityArgument, idArgument } from "../../cli/arguments.ts";
import { requireArgument, StoreCommand } from "../../cli/store-command.ts";
import { requireEntity } from "../../custodian/session.ts";

export default class Read extends StoreCommand {
  static override summary = "Print a record";
  static override args = { entity: entityArgument, id: idArgument };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Read);
    const entity = requireEntity(requireArgument("entity", args.entity));
    const id = requireArgument("id", args.id);
    const { readOne } = await import("../../custodian/read-record.ts");
    await this.succeed(readOne(this.session(true), entity, id), flags.json ? undefined : 2);
  }
}
