import { entityArgument, payloadArgument } from "../../cli/arguments.ts";
import { requireArgument, StoreCommand } from "../../cli/store-command.ts";
import { requireEntity } from "../../custodian/session.ts";

export default class Validate extends StoreCommand {
  static override summary = "Check a record against its schema without storing it";
  static override args = { entity: entityArgument, json: payloadArgument };

  async run(): Promise<void> {
    const { args } = await this.parse(Validate);
    const entity = requireEntity(requireArgument("entity", args.entity));
    const [{ readPayload }, { requireValid }] = await Promise.all([
      import("../../cli/payload.ts"),
      import("../../custodian/write-record.ts"),
    ]);
    const payload = await readPayload(args.json);
    await requireValid(this.session(true), entity, payload);
    await this.succeed({ ok: true, valid: true });
  }
}
