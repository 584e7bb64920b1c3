import { eventArgument, sprintArgument } from "../../cli/arguments.ts";
import { requireArgument, StoreCommand } from "../../cli/store-command.ts";

export default class MergeSidecar extends StoreCommand {
  static override summary = "Copy a sidecar's figures into its event and remove the sidecar";
  static override args = { sprintId: sprintArgument, eventId: eventArgument };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MergeSidecar);
    const sprintId = requireArgument("sprintId", args.sprintId);
    const eventId = requireArgument("eventId", args.eventId);
    const { mergeSidecar } = await import("../../custodian/events.ts");
    await this.succeed(await mergeSidecar(this.session(flags["dry-run"]), sprintId, eventId));
  }
}
