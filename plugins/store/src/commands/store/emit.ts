import { payloadArgument, sprintArgument } from "../../cli/arguments.ts";
import { requireArgument, StoreCommand } from "../../cli/store-command.ts";

export default class Emit extends StoreCommand {
  static override summary = "Store an event of a sprint, or (--sidecar) usage figures beside it";
  static override args = { sprintId: sprintArgument, json: payloadArgument };
  static override examples = [
    `<%= config.bin %> <%= command.id %> S1 '{"eventId":"EVT-1","inputTokens":1200}' --sidecar`,
  ];

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Emit);
    const sprintId = requireArgument("sprintId", args.sprintId);
    const [{ readPayload }, { emitEvent, emitSidecar }] = await Promise.all([
      import("../../cli/payload.ts"),
      import("../../custodian/events.ts"),
    ]);
    const payload = await readPayload(args.json);
    const emit = flags.sidecar ? emitSidecar : emitEvent;
    await this.succeed(await emit(this.session(flags["dry-run"]), sprintId, payload));
  }
}
