import { boolean, string } from "@oclif/core/flags";

const follow = (description: string) => boolean({ default: false, description });

/** Flags that `query` and `nlp` share: they apply to whatever was found. */
export const resultFlags = {
  status: string({ description: "only what has exactly this status" }),
  "with-blockers": follow("add the bugs that found tasks are blocked by"),
  "with-blocked-tasks": follow("add the tasks that found bugs block"),
  "with-sprint": follow("add the sprints of what was found"),
  "with-feature": follow("add the features of what was found"),
  "no-excerpts": boolean({ default: false, description: "leave documents unread; every excerpt is null" }),
};

/** Which foreign keys the flags ask to follow. */
export function followOf(flags: {
  "with-blockers": boolean;
  "with-blocked-tasks": boolean;
  "with-sprint": boolean;
  "with-feature": boolean;
}) {
  return {
    blockers: flags["with-blockers"],
    blockedTasks: flags["with-blocked-tasks"],
    sprint: flags["with-sprint"],
    feature: flags["with-feature"],
  };
}
