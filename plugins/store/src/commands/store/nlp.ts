import { wordsArgument } from "../../cli/arguments.ts";
import { followOf, resultFlags } from "../../cli/query-flags.ts";
import { StoreCommand } from "../../cli/store-command.ts";
import { StoreFailure } from "../../model/failure.ts";

export default class Nlp extends StoreCommand {
  static override summary = "Query the store by an intent in words";
  static override args = { intent: wordsArgument };
  static override strict = false;
  static override flags = resultFlags;
  static override usage = "store nlp INTENT";
  static override examples = [
    '<%= config.bin %> <%= command.id %> "critical open bugs in S12"',
    '<%= config.bin %> <%= command.id %> "how many tasks are not committed"',
  ];

  async run(): Promise<void> {
    const startedAt = performance.now();
    const { argv, flags } = await this.parse(Nlp);
    const intent = argv.map(String).join(" ");
    if (intent.trim() === "") throw new StoreFailure("intent: missing argument");
    const { runQuery } = await import("../../query/run-query.ts");
    const query = {
      named: [],
      keyword: undefined,
      type: undefined,
      status: flags.status,
      intent,
      follow: followOf(flags),
    };
    const excerpts = !flags["no-excerpts"];
    const session = this.session(true);
    await this.succeed(await runQuery(session, query, { query: intent, mode: "nlp", excerpts, startedAt }));
  }
}
