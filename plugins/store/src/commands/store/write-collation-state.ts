import { payloadArgument } from "../../cli/arguments.ts";
import { StoreCommand } from "../../cli/store-command.ts";

export default class WriteCollationState extends StoreCommand {
  static override summary = "Store when the project was last collated, and what was counted";
  static override args = { json: payloadArgument };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WriteCollationState);
    const [{ readPayload }, { writeCollationState }] = await Promise.all([
      import("../../cli/payload.ts"),
      import("../../custodian/collation.ts"),
    ]);
    const payload = await readPayload(args.json);
    await this.succeed(await writeCollationState(this.session(flags["dry-run"]), payload));
  }
}
