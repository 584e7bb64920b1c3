import { sprintArgument } from "../../cli/arguments.ts";
import { requireArgument, StoreCommand } from "../../cli/store-command.ts";

export default class PurgeEvents extends StoreCommand {
  static override summary = "Remove all events and sidecars of a sprint";
  static override args = { sprintId: sprintArgument };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PurgeEvents);
    const sprintId = requireArgument("sprintId", args.sprintId);
    const { purgeEvents } = await import("../../custodian/events.ts");
    await this.succeed(await purgeEvents(this.session(flags["dry-run"]), sprintId));
  }
}
