import { StoreCommand } from "../../cli/store-command.ts";

export default class Schema extends StoreCommand {
  static override summary = "Print the entities, their closed value sets and the words of intents";

  async run(): Promise<void> {
    await this.parse(Schema);
    const { describeStore } = await import("../../custodian/describe-store.ts");
    await this.succeed(describeStore(this.session(true)));
  }
}
