import { string } from "@oclif/core/flags";
import { wordsArgument } from "../../cli/arguments.ts";
import { followOf, resultFlags } from "../../cli/query-flags.ts";
import { StoreCommand } from "../../cli/store-command.ts";
import { ENTITY_FACTS, QUERY_ENTITIES, type QueryEntity } from "../../model/entities.ts";
import { StoreFailure } from "../../model/failure.ts";
import type { QueryMode } from "../../query/answer.ts";

const MODES = ["strict", "nlp", "off"] as const;

export default class Query extends StoreCommand {
  static override summary = "Query the store by flags, by keyword or by an intent in words";
  static override args = { intent: wordsArgument };
  static override strict = false;
  static override usage = "store query [INTENT]";
  static override flags = {
    ...resultFlags,
    sprint: string({ description: "a sprint with its tasks and bugs" }),
    task: string({ description: "a task" }),
    bug: string({ description: "a bug" }),
    feature: string({ description: "a feature with its tasks" }),
    keyword: string({ description: "a word, or a phrase, of titles" }),
    type: string({ description: "with --keyword: only sprints, tasks, bugs or features" }),
    mode: string({ description: "strict or off: flags only; nlp: words only" }),
  };
  static override examples = [
    "<%= config.bin %> <%= command.id %> --sprint S12 --status blocked --with-blockers",
    "<%= config.bin %> <%= command.id %> --keyword payment --type tasks",
    "<%= config.bin %> <%= command.id %> latest 2 bugs",
  ];

  async run(): Promise<void> {
    const startedAt = performance.now();
    const { argv, flags } = await this.parse(Query);
    const mode = flags.mode === undefined ? "auto" : requireMode(flags.mode);
    const named = QUERY_ENTITIES.flatMap((entity) => {
      const id = flags[entity];
      return id === undefined ? [] : [{ entity, id }];
    });
    const intent = argv.map(String).join(" ");
    const type = flags.type === undefined ? undefined : requireType(flags.type);
    const { keyword, status } = flags;
    const byWords = mode === "nlp" || (named.length === 0 && keyword === undefined);
    const presentation = {
      query: byWords ? intent : this.argv.join(" "),
      mode,
      excerpts: !flags["no-excerpts"],
      startedAt,
    };
    const { runQuery } = await import("../../query/run-query.ts");
    const query = { named, keyword, type, status, intent, follow: followOf(flags) };
    await this.succeed(await runQuery(this.session(true), query, presentation));
  }
}

function requireMode(text: string): QueryMode {
  const mode = MODES.find((each) => each === text);
  if (mode === undefined) throw new StoreFailure(`--mode: value "${text}" not in [${MODES.join(", ")}]`);
  return mode;
}

function requireType(text: string): QueryEntity {
  const type = QUERY_ENTITIES.find((entity) => entity === text || ENTITY_FACTS[entity].plural === text);
  const plurals = QUERY_ENTITIES.map((entity) => ENTITY_FACTS[entity].plural);
  if (type === undefined) throw new StoreFailure(`--type: value "${text}" not in [${plurals.join(", ")}]`);
  return type;
}
