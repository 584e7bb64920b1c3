export { type AgentCode, type AgentFailure, isFailure } from "./failure.ts";
export { encodeTranscriptLine, type Transcript, type TranscriptRecord } from "./files/transcript.ts";
export type { RunOptions } from "./process/run.ts";
export { provider } from "./provider.ts";
export { type Agent, type Answer, agentFor, ask, query, queryBytes } from "./query.ts";
export type { BuiltInRecipe, RawOutput, Recipe, RecipeSettings, StderrPolicy } from "./recipe.ts";
export { type CommandSettings, commandRecipe } from "./recipes/command.ts";
export { grok } from "./recipes/grok.ts";
export { cleanAgentOutput, hermes } from "./recipes/hermes.ts";
export { kimi } from "./recipes/kimi.ts";
export { type AgentReference, type ConfiguredRecipe, configure } from "./reference.ts";
export { type BuildPosts, type Post, type PostId, replyPosts, sessionPrompt, synthesisPosts } from "./seats/post.ts";
export {
  cliShard,
  echoShard,
  type Query,
  queryShard,
  queryShardWith,
  runShard,
  type Shard,
  synthShard,
} from "./seats/shard.ts";
export { parseSessionId } from "./session-id.ts";
