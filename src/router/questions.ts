import type { z } from "zod";
import type { ChatRequest, ProviderFailure, Usage } from "../domain/provider.ts";
import type { Plan, Seat } from "./chain.ts";
import { failure, refusesForm } from "./failure.ts";
import { excerpt } from "./redact.ts";
import { FORMS, type Form, jsonSchemaOf, readAnswer, repairInstruction, schemaInstruction } from "./structured.ts";

/** What a tier is asked. */
export interface Question<T> {
  /** Short name for the log: `judge`, `collapse`. */
  purpose: string;
  /** The engine's instructions. */
  system: string;
  /** The question, with the campaign's text fenced off as data. */
  user: string;
  schema: z.ZodType<T>;
  /** A narrower schema to send to the model, where `schema` accepts more than should be asked for. */
  sent?: z.ZodType;
  /** Name of the schema on the wire: letters, digits, `_` and `-`. */
  schemaName: string;
  /** Brings an answer into the schema's shape before it is checked, for models that answer in a known other one. */
  shape?: (raw: unknown) => unknown;
  /** Upper bound on tokens of the answer; a lower `maxTokens` of the provider reference wins. Default 2048. */
  maxTokens?: number;
  /** How many answers that do not fit may be asked for again, over the whole chain. Default 1. */
  repairs?: number;
  signal?: AbortSignal;
}

const MAX_TOKENS = 2048;

/** What the plan of a question leaves behind: the usage of every call, and how many repairs are left. */
export interface AskState {
  repairs: number;
  usage: Usage;
}

/** The ladder of answer forms: which one to begin with for a model, remembered for the life of the process. */
export type FormMemory = Map<string, Form>;

/** The plan of one question at one seat: descends the ladder on a refused form, repairs an unusable answer. */
export function planQuestion<T>(seat: Seat, question: Question<T>, state: AskState, memory: FormMemory): Plan<T> {
  const key = JSON.stringify([seat.ref.provider, seat.ref.baseUrl, seat.ref.model]);
  const ladder = seat.provider.formats ?? FORMS;
  const jsonSchema = jsonSchemaOf(question.sent ?? question.schema);
  const remembered = memory.get(key);
  let rung = Math.max(0, remembered === undefined ? 0 : ladder.indexOf(remembered));
  let repair = "";
  let declined = false;
  let cut = false;
  let last: Record<string, unknown> = {};

  return {
    async call(signal) {
      const { chat } = seat.provider;
      if (!chat) throw failure("UNSUPPORTED", `${seat.ref.provider} does not answer questions`);
      const form = ladder[rung] ?? "text";
      const request = requestOf(question, seat, form, jsonSchema, repair, signal);
      last = { purpose: question.purpose, form, prompt: excerpt(seat.redact(request.user)) };
      const answer = await chat.call(seat.provider, request);
      addUsage(state.usage, answer.usage);
      last.usage = answer.usage;
      const text = seat.redact(answer.text);
      declined = answer.refused === true;
      if (declined) throw failure("MALFORMED", `the model declined to answer: ${excerpt(text)}`);
      const reading = readAnswer(text, question.schema, question.shape);
      if (reading.ok) {
        memory.set(key, form);
        return reading.value;
      }
      cut = answer.truncated === true;
      const problem = cut ? `it was cut at ${request.maxTokens} tokens` : reading.problem;
      repair = repairInstruction(problem, text);
      throw failure("MALFORMED", `the answer does not fit: ${problem}`);
    },

    note: () => last,

    after(failed) {
      if (rung < ladder.length - 1 && (refusesForm(failed) || knownBeforehand(failed))) {
        rung++;
        if (refusesForm(failed)) memory.set(key, ladder[rung] ?? "text");
        return "again";
      }
      if (failed.providerCode !== "MALFORMED") return undefined;
      if (declined || state.repairs <= 0) return "leave";
      state.repairs--;
      repair ||= repairInstruction("the service did not send one", undefined);
      // Servers that ignore a schema they were sent answer freely: the repair carries it in the prompt.
      if (!cut && ladder[rung] === "json_schema" && rung < ladder.length - 1) rung++;
      return "again";
    },
  };
}

function knownBeforehand({ providerCode, status }: ProviderFailure): boolean {
  return providerCode === "UNSUPPORTED" && status === undefined;
}

function requestOf<T>(
  question: Question<T>,
  { ref, redact }: Seat,
  form: Form,
  schema: Record<string, unknown>,
  repair: string,
  signal: AbortSignal,
): ChatRequest {
  const enforced = form === "json_schema";
  const wanted = question.maxTokens ?? MAX_TOKENS;
  return {
    system: enforced ? question.system : `${question.system}\n\n${schemaInstruction(schema)}`,
    // A key that somebody pasted into a story goes to no service.
    user: redact(repair ? `${question.user}\n\n${repair}` : question.user),
    format: enforced ? { kind: form, name: question.schemaName, schema } : { kind: form },
    maxTokens: Math.min(wanted, ref.maxTokens ?? wanted),
    ...(ref.temperature === undefined ? {} : { temperature: ref.temperature }),
    signal,
  };
}

/** Adds the counts that a provider reported; what nobody reported stays absent. */
export function addUsage(total: Usage, more: Usage): void {
  for (const key of ["inputTokens", "outputTokens", "cachedTokens"] as const) {
    const count = more[key];
    if (count !== undefined) total[key] = (total[key] ?? 0) + count;
  }
}
