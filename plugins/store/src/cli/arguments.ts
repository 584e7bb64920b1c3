import { string } from "@oclif/core/args";

/**
 * A positional argument. All are optional to oclif and checked by us, so that a missing one fails by our contract;
 * and none is ever taken from stdin, which belongs to payloads.
 */
function argument(description: string) {
  return string({ description, ignoreStdin: true });
}

export const entityArgument = argument("sprint, task, bug, event or feature");
export const idArgument = argument("the record's id");
export const sprintArgument = argument("the sprint's id");
export const eventArgument = argument("the event's id");
export const payloadArgument = argument("a JSON object; `-` or nothing: read it from stdin");
export const fieldArgument = argument("a field with a closed set of values, mostly `status`");
export const valueArgument = argument("its new value");
export const wordsArgument = argument("what to look for, in words");
