import type { RunOptions } from "../process/run.ts";
import { type Agent, query } from "../query.ts";
import { type BuildPosts, type Post, type PostId, replyPosts, sessionPrompt, synthesisPosts } from "./post.ts";

/** A seat at the table: posts are committed to it, and it emits posts. What happens in between is its own affair. */
export interface Shard {
  /** Takes the posts of a turn. `ids` are theirs, in the same order, when the caller knows them. */
  commit(inputs: Post[], ids?: PostId[]): Promise<void>;
  /** The answer to what was committed last, once; nothing afterwards. */
  emit(): Promise<Post[]>;
}

export type Query = (prompt: string) => Promise<string>;

/** A seat of `who` that answers through `ask` and turns answers into posts with `build`. Asked nothing, it asks nothing. */
export function queryShardWith(build: BuildPosts, who: string, ask: Query): Shard {
  let turn: { inputs: Post[]; ids: PostId[] } = { inputs: [], ids: [] };
  return {
    async commit(inputs, ids = []) {
      turn = { inputs: [...inputs], ids: [...ids] };
    },
    async emit() {
      const { inputs, ids } = turn;
      turn = { inputs: [], ids: [] };
      if (inputs.length === 0) return [];
      return build(who, inputs, ids, await ask(sessionPrompt(inputs)));
    },
  };
}

/** A seat that replies to the last sender. */
export function queryShard(who: string, ask: Query): Shard {
  return queryShardWith(replyPosts, who, ask);
}

/** A seat whose one answer cites all of its input. */
export function synthShard(who: string, ask: Query): Shard {
  return queryShardWith(synthesisPosts, who, ask);
}

/** A seat that says back what it was told: for trying a table without an agent. */
export function echoShard(who: string): Shard {
  return queryShard(who, async (prompt) => prompt);
}

/** A seat taken by an agent program; `who` is its nick. */
export function cliShard(who: string, agent: Agent, options: RunOptions = {}): Shard {
  return queryShard(who, (prompt) => query(agent, prompt, options));
}

/** One turn: posts in, posts out. */
export async function runShard(shard: Shard, inputs: Post[], ids: PostId[] = []): Promise<Post[]> {
  await shard.commit(inputs, ids);
  return shard.emit();
}
