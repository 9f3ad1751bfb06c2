import { createHash } from "node:crypto";
import type { RedirectRule } from "#lib/publishing/schema.ts";
import { keyOf, type Values, type Wanted } from "#lib/redirects/imports/rules/values.ts";
import { ruleOf } from "#lib/redirects/rules.ts";

/** A redirect as it is stored. */
export type Stored = Values & {
  readonly id: number;
  readonly rowVersion: number;
  readonly position: number;
};

/** A redirect of the list as it is to be; `before` null where it is new, `line` null where the text does not name it. */
export interface Planned {
  readonly before: Stored | null;
  readonly line: number | null;
  readonly after: Values;
}

/** A list to be, in its order, and what it lacks of the one there is. */
export interface Plan {
  readonly list: readonly Planned[];
  readonly removed: readonly Stored[];
}

/**
 * What an import makes of a project's redirects. `add`: those named are changed where they stand, new ones come last. `replace`: the
 * text is the list.
 */
export function planImport(
  stored: readonly Stored[],
  wanted: readonly Wanted[],
  mode: "add" | "replace",
): Plan {
  const known = new Map([...stored].reverse().map((row) => [keyOf(row), row]));
  const named = new Map(wanted.map((one) => [keyOf(one.values), one]));
  const planned = ({ line, values }: Wanted): Planned => {
    const before = known.get(keyOf(values)) ?? null;
    return { before, line, after: values };
  };
  if (mode === "replace") {
    const list = wanted.map(planned);
    const kept = new Set(list.map(({ before }) => before));
    return { list, removed: stored.filter((row) => !kept.has(row)) };
  }
  const standing = stored.map((row): Planned => {
    const one = known.get(keyOf(row)) === row ? named.get(keyOf(row)) : undefined;
    return one ? planned(one) : { before: row, line: null, after: row };
  });
  const added = wanted.filter(({ values }) => !known.has(keyOf(values))).map(planned);
  return { list: [...standing, ...added], removed: [] };
}

export type Action = "create" | "update" | "move" | "keep";

const settings = ["httpStatus", "force", "enabled", "description", "toUrl"] as const;

export function actionOf({ before, after }: Planned, position: number): Action {
  if (before === null) return "create";
  if (settings.some((name) => before[name] !== after[name])) return "update";
  return before.position === position ? "keep" : "move";
}

/** The id of a planned redirect; one that is new has a negative one. */
const idOf = ({ before }: Planned, position: number): number => before?.id ?? -1 - position;

/** The ids of all that are not kept as they are. */
export const changedIds = ({ list }: Plan): number[] =>
  list.flatMap((planned, position) =>
    actionOf(planned, position) === "keep" ? [] : [idOf(planned, position)],
  );

/** The enabled redirects of a planned list as docs hosts will follow them. */
export const rulesOf = ({ list }: Plan): RedirectRule[] =>
  list.flatMap((planned, position) =>
    planned.after.enabled ? [ruleOf({ ...planned.after, id: idOf(planned, position), position })] : [],
  );

/** Names a list as it is: any change gives another. */
export const revisionOf = (stored: readonly Pick<Stored, "id" | "rowVersion">[]): string =>
  createHash("sha256")
    .update(stored.map(({ id, rowVersion }) => `${id}.${rowVersion}`).join())
    .digest("hex")
    .slice(0, 16);
