/** One or more segments of letters, digits, `_` and `-` of any script. */
const aliasForm = /^[-\p{L}\p{N}_]+(\/[-\p{L}\p{N}_]+)*$/u;

/** A message unless the text can be an alias: the part of the address below the parent's `/projects/`. */
export const aliasProblem = (alias: string): string | null =>
  aliasForm.test(alias) ? null : "Aliases can contain letters, numbers, underscores, and hyphens.";

/** What deciding about an attachment takes: a project with its relations to projects that are not deleted. */
export type Candidate = {
  readonly id: number;
  readonly organizationId: number | null;
  /** Whether it is a subproject of any project. */
  readonly attached: boolean;
  readonly hasSubprojects: boolean;
};

/** Whether `child` may become a subproject of `parent`; who asks must administer both (spec/api-v3.md 4.4). */
export const fitsBelow = (parent: Candidate, child: Candidate): boolean =>
  child.id !== parent.id &&
  child.organizationId === parent.organizationId &&
  !child.attached &&
  !child.hasSubprojects;
