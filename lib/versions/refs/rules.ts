/** A branch or tag of a repository. */
export type Ref = { readonly type: "branch" | "tag"; readonly name: string; readonly commit: string };

/** What a version needs to know of its ref: a branch is followed by name, a tag stands for one commit (spec/builds.md 12.1). */
export const identifierOf = (ref: Ref): string => (ref.type === "branch" ? ref.name : ref.commit);

/** Slugs the platform keeps for itself; a ref of that name gets no version of its own here. */
const reserved = new Set(["latest", "stable"]);
const longestName = 255;
/** Versions one project can have; refs beyond get none. */
const mostVersions = 50_000;

/** A ref's name as part of an address (spec/builds.md 12.6). */
export function slugOf(name: string): string {
  const plain = name
    .replace(/[/%!?\s]/g, "-")
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9._-]/g, "")
    .replace(/-{2,}/g, "-")
    .toLowerCase()
    .replace(/^[-._]+/, "");
  return plain.slice(0, longestName - 4) || "unknown";
}

/**
 * The slug, or the first of `<slug>_a`, `<slug>_b` … `<slug>_z`, `<slug>_ba` … that is free. `tried` remembers how far each slug
 * has come: a remote may have a hundred thousand names that all become the same one.
 */
export function freeSlug(
  slug: string,
  taken: ReadonlySet<string>,
  tried: Map<string, number> = new Map(),
): string {
  if (!taken.has(slug)) return slug;
  let number = tried.get(slug) ?? 0;
  while (taken.has(`${slug}_${letters(number)}`)) number += 1;
  tried.set(slug, number + 1);
  return `${slug}_${letters(number)}`;
}

function letters(number: number): string {
  const last = String.fromCharCode(97 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26)) + last;
}

type Known = {
  readonly slug: string;
  readonly type: string;
  readonly verboseName: string;
  readonly machine: boolean;
};

/** The versions that refs have none of yet, with their slugs. Tags come first and so get the plain slug. */
export function newVersions(refs: readonly Ref[], known: readonly Known[]): Array<Ref & { slug: string }> {
  const taken = new Set(known.map((version) => version.slug));
  const named = new Set(
    known.filter((version) => !version.machine).map((version) => `${version.type} ${version.verboseName}`),
  );
  const made: Array<Ref & { slug: string }> = [];
  const tried = new Map<string, number>();
  for (const ref of [
    ...refs.filter(({ type }) => type === "tag"),
    ...refs.filter(({ type }) => type === "branch"),
  ]) {
    if (named.has(`${ref.type} ${ref.name}`) || reserved.has(ref.name) || ref.name.length > longestName)
      continue;
    if (taken.size >= mostVersions) break;
    const slug = freeSlug(slugOf(ref.name), taken, tried);
    taken.add(slug);
    made.push({ ...ref, slug });
  }
  return made;
}
