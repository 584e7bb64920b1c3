import { entityArgument, payloadArgument } from "../../cli/arguments.ts";
import { requireArgument, StoreCommand } from "../../cli/store-command.ts";
import { requireEntity } from "../../custodian/session.ts";

export default class Write extends StoreCommand {
  static override summary = "Store a whole record, replacing one of the same id";
  static override args = { entity: entityArgument, json: payloadArgument };
  static override examples = [
    `<%= config.bin %> <%= command.id %> task '{"taskId":"WI-S1-T01","sprintId":"S1","title":"Login","status":"draft","path":"engineering/sprints/S1/WI-S1-T01"}'`,
  ];

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Write);
    const entity = requireEntity(requireArgument("entity", args.entity));
    const [{ readPayload }, { writeRecord }] = await Promise.all([
      import("../../cli/payload.ts"),
      import("../../custodian/write-record.ts"),
    ]);
    const payload = await readPayload(args.json);
    await this.succeed(await writeRecord(this.session(flags["dry-run"]), entity, payload));
  }
}
