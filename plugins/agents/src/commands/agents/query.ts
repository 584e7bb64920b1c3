import { string as stringArgument } from "@oclif/core/args";
import { string } from "@oclif/core/flags";
import { AgentCommand } from "../../cli/agent-command.ts";
import { agentFlags, readAgent } from "../../cli/agent-flags.ts";
import { invalidArgs } from "../../cli/answer.ts";
import { ask } from "../../query.ts";

interface QueryAnswer {
  recipe: string;
  reply: string;
  sessionId: string | null;
  resumed: boolean;
  elapsedMs: number;
}

export default class AgentsQuery extends AgentCommand {
  static override summary = "Ask an agent program once, in a new session or in one of yours.";
  static override description =
    "With --session the conversation goes on where it stopped; when the program has forgotten it, a new one begins under the same name.";
  static override examples = [
    '<%= config.bin %> <%= command.id %> --recipe hermes --session table-1 "Who holds the bridge?"',
    '<%= config.bin %> <%= command.id %> --recipe kimi --model k2 -- "--help is the name of my dog"',
  ];
  static override args = {
    prompt: stringArgument({ description: "What to ask.", required: true, ignoreStdin: true }),
  };
  static override flags = {
    ...agentFlags,
    session: string({
      description: "Name of a session to keep, or the path of a session file. Without it nothing is kept.",
      helpValue: "<name>",
    }),
    transcript: string({ description: "Add a line of JSON about each run to this file.", helpValue: "<path>" }),
  };

  protected override async answer(): Promise<QueryAnswer> {
    const { args, flags } = await this.parse(AgentsQuery);
    if (args.prompt.trim() === "") throw invalidArgs("The prompt is empty: say what to ask.");
    const { agent, run } = await readAgent(flags, { name: flags.session, dataDir: this.config.dataDir });
    const transcript = flags.transcript === undefined ? undefined : { path: flags.transcript };
    const { text, sessionId, resumed, elapsedMs } = await ask({ ...agent, transcript }, args.prompt, run);
    return { recipe: agent.recipe.id, reply: text, sessionId: sessionId ?? null, resumed, elapsedMs };
  }

  protected override describe({ reply }: QueryAnswer): string {
    return reply;
  }
}
