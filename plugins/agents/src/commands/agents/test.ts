import { AgentCommand } from "../../cli/agent-command.ts";
import { agentFlags, readAgent } from "../../cli/agent-flags.ts";
import { table } from "../../cli/table.ts";
import { ask } from "../../query.ts";

const PROMPT = "This is a connection test. Answer with the single word: ready";

interface TestAnswer {
  recipe: string;
  command: string;
  ok: true;
  reply: string;
  /** Null when the program named no session: then it cannot be resumed. */
  sessionId: string | null;
  elapsedMs: number;
}

export default class AgentsTest extends AgentCommand {
  static override summary = "Make one round trip to an agent program and show how long it took.";
  static override examples = ["<%= config.bin %> <%= command.id %> --recipe grok"];
  static override flags = { ...agentFlags };

  protected override async answer(): Promise<TestAnswer> {
    const { flags } = await this.parse(AgentsTest);
    const { agent, run } = await readAgent(flags, { name: undefined, dataDir: this.config.dataDir });
    const { text, sessionId, elapsedMs } = await ask(agent, PROMPT, run);
    const { id, command } = agent.recipe;
    return { recipe: id, command, ok: true, reply: text, sessionId: sessionId ?? null, elapsedMs };
  }

  protected override describe({ recipe, command, reply, sessionId, elapsedMs }: TestAnswer): string {
    return table(
      ["RECIPE", "PROGRAM", "TIME", "SESSION", "REPLY"],
      [[recipe, command, `${elapsedMs} ms`, sessionId ?? "-", reply.replaceAll("\n", " ")]],
    );
  }
}
