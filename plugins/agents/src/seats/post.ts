export type PostId = number | string;

/** A message on a bus that people and agents share. */
export interface Post {
  /** Nick of the sender. */
  from: string;
  /** Names on the wire: whom it addresses, and channels. */
  to: string[];
  body: string;
  /** Ids of the posts this one answers; absent when they are not known. */
  parents?: PostId[];
}

/** From one answer to the posts that carry it. `ids` are those of `inputs`, in the same order, or none. */
export type BuildPosts = (who: string, inputs: Post[], ids: PostId[], answer: string) => Post[];

/** What an agent is asked: the bodies, oldest first, one after the other on lines of their own. */
export function sessionPrompt(inputs: Post[]): string {
  return inputs.map((post) => post.body).join("\n");
}

/**
 * The reply of `who`: to the last sender, with the other names of that post kept, threaded onto it when its id is known. An
 * empty answer, or nothing to answer, is no post.
 */
export const replyPosts: BuildPosts = (who, inputs, ids, answer) => {
  const last = inputs.at(-1);
  if (last === undefined || answer === "") return [];
  const others = last.to.filter((name) => name !== who && name !== last.from);
  return [post(who, [last.from, ...others], answer, alignedIds(inputs, ids).slice(-1))];
};

/**
 * One post of `who` that folds all inputs into its answer: it cites every input, and is addressed to every sender and every
 * name on their wires but `who`. An empty answer, or no input, is no post.
 */
export const synthesisPosts: BuildPosts = (who, inputs, ids, answer) => {
  if (inputs.length === 0 || answer === "") return [];
  const audience = inputs.flatMap((input) => [input.from, ...input.to]).filter((name) => name !== who);
  return [post(who, audience, answer, alignedIds(inputs, ids))];
};

/** Ids that do not pair with the inputs would thread onto the wrong posts: then there are none. */
function alignedIds(inputs: Post[], ids: PostId[]): PostId[] {
  return ids.length === inputs.length ? ids : [];
}

function post(from: string, to: string[], body: string, parents: PostId[]): Post {
  return { from, to: [...new Set(to)], body, ...(parents.length > 0 ? { parents: [...new Set(parents)] } : {}) };
}
