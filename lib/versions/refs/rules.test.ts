import { describe, expect, test } from "vitest";
import {
  duplicatedNames,
  type KnownVersion,
  planSync,
  type Ref,
  type SyncPlan,
  syncSummary,
} from "#lib/versions/refs/rules.ts";

const commitOf = (letter: string): string => letter.repeat(40);
const [a, b, c] = [commitOf("a"), commitOf("b"), commitOf("c")] as const;
const branch = (name: string, commit = a): Ref => ({ type: "branch", name, commit });
const tag = (name: string, commit = a): Ref => ({ type: "tag", name, commit });

let lastId = 0;
const version = (type: "branch" | "tag", name: string, more: Partial<KnownVersion> = {}): KnownVersion => ({
  id: ++lastId,
  slug: name.toLowerCase(),
  verboseName: name,
  type,
  identifier: type === "branch" ? name : a,
  machine: false,
  active: false,
  missing: false,
  building: false,
  ...more,
});
const latest = (more: Partial<KnownVersion> = {}): KnownVersion =>
  version("branch", "latest", { identifier: "main", machine: true, active: true, ...more });
const stable = (identifier: string, more: Partial<KnownVersion> = {}): KnownVersion =>
  version("tag", "stable", { identifier, machine: true, active: true, ...more });

const sync = (known: readonly KnownVersion[], refs: readonly Ref[], defaultBranch: string | null = "main") =>
  planSync(known, { refs, defaultBranch });

/** A plan as sentences. */
function told(known: readonly KnownVersion[], plan: SyncPlan): string[] {
  const slugOf = (id: number) => known.find((one) => one.id === id)?.slug;
  return [
    ...plan.remove.map((id) => `- ${slugOf(id)}`),
    ...plan.create.map(
      ({ slug, type, identifier, active, machine }) =>
        `+ ${slug} ${type} ${identifier}${machine ? " machine" : ""}${active ? " active" : ""}`,
    ),
    ...plan.change.map(
      ({ id, type, identifier, machine, missing }) =>
        `~ ${slugOf(id)} ${type} ${identifier}${machine ? " machine" : ""}${missing ? " missing" : ""}`,
    ),
    ...plan.build.map((slug) => `! ${slug}`),
  ];
}

type Row = [name: string, known: KnownVersion[], refs: Ref[], expected: string[]];
const each = (rows: Row[]) =>
  test.each(rows)("%s", (_, known, refs, expected) =>
    expect(told(known, sync(known, refs))).toEqual(expected),
  );

test.each([
  [[branch("latest"), tag("latest")], ["latest"]],
  [[tag("stable"), branch("stable"), branch("main")], ["stable"]],
  [[branch("latest"), tag("stable")], []],
  [[branch("x"), tag("x"), branch("Latest"), tag("latest")], []],
])("of %j the reserved names %j are taken twice", (refs, names) =>
  expect(duplicatedNames(refs)).toEqual(names),
);

describe("branches and tags", () => {
  each([
    ["nothing new", [latest(), version("branch", "main")], [branch("main")], []],
    [
      "new ones are inactive",
      [latest()],
      [branch("main"), tag("v-a")],
      [`+ v-a tag ${a}`, "+ main branch main"],
    ],
    ["a moved tag", [latest(), version("tag", "x", { identifier: b })], [tag("x", a)], [`~ x tag ${a}`]],
    ["a moved branch stays as it is", [latest(), version("branch", "x")], [branch("x", c)], []],
    ["a deleted ref takes its inactive version along", [latest(), version("tag", "x")], [], ["- x"]],
    [
      "an active one stays",
      [latest(), version("branch", "x", { active: true })],
      [],
      ["~ x branch x missing"],
    ],
    ["that is said once", [latest(), version("branch", "x", { active: true, missing: true })], [], []],
    [
      "a ref that is back",
      [latest(), version("branch", "x", { active: true, missing: true })],
      [branch("x")],
      ["~ x branch x"],
    ],
    [
      "one that is being built",
      [latest(), version("tag", "x", { building: true })],
      [],
      [`~ x tag ${a} missing`],
    ],
    [
      "pull requests are left alone",
      [latest(), version("branch", "pull-12", { type: "external" })],
      [branch("pull-12")],
      ["+ pull-12_a branch pull-12"],
    ],
    [
      "a branch and a tag of one name are two versions, each with its own ref",
      [
        latest(),
        version("tag", "x", { identifier: b }),
        version("branch", "x", { slug: "x_a", active: true }),
      ],
      [tag("x", a)],
      [`~ x tag ${a}`, "~ x_a branch x missing"],
    ],
    [
      "a branch that became a tag keeps its slug",
      [latest(), version("branch", "x")],
      [tag("x")],
      ["- x", `+ x tag ${a}`],
    ],
    [
      "two tags on a commit are two versions",
      [latest(), version("tag", "one"), version("tag", "two")],
      [tag("one")],
      ["- two"],
    ],
    [
      "tags get the plain slug",
      [latest()],
      [branch("a/b"), branch("a-b"), tag("a b")],
      [`+ a-b tag ${a}`, "+ a-b_a branch a/b", "+ a-b_b branch a-b"],
    ],
    ["a machine version is not the branch it follows", [latest()], [branch("main")], ["+ main branch main"]],
    ["an overlong name is left out", [latest()], [branch("x".repeat(256))], []],
  ]);
});

describe("latest", () => {
  each([
    ["a deleted one is made again, active", [], [], ["+ latest branch main machine active"]],
    ["follows the default branch", [latest({ identifier: "old" })], [], ["~ latest branch main machine"]],
    ["takes the type of a tag", [latest()], [tag("main")], [`+ main tag ${a}`, "~ latest tag main machine"]],
    [
      "a branch of that name counts more",
      [latest({ type: "tag" }), version("branch", "main"), version("tag", "main", { slug: "main_a" })],
      [tag("main"), branch("main")],
      ["~ latest branch main machine"],
    ],
    ["may be inactive", [latest({ identifier: "old", active: false })], [], ["~ latest branch main machine"]],
    ["a branch of that name takes it over", [latest()], [branch("latest")], ["~ latest branch latest"]],
    ["a tag of that name takes it over", [latest()], [tag("latest", b)], [`~ latest tag ${b}`]],
    ["or makes it, inactive", [], [tag("latest", b)], [`+ latest tag ${b}`]],
    ["and it stays theirs", [latest({ machine: false, identifier: "latest" })], [branch("latest")], []],
    [
      "until it is gone",
      [latest({ machine: false, type: "tag", identifier: b })],
      [],
      ["~ latest branch main machine"],
    ],
  ]);

  test("without a default branch it stays what it is, also when it comes back to the platform", () => {
    const known = [latest({ machine: false, type: "tag", identifier: b })];
    expect(told(known, sync(known, [], null))).toEqual([`~ latest tag ${b} machine`]);
    expect(told([latest()], sync([latest()], [], null))).toEqual([]);
  });
});

describe("stable", () => {
  const tags = (...names: string[]) =>
    names.map((name) => version("tag", name, { identifier: name === "2.0" ? b : a }));

  each([
    [
      "the first release makes it, active",
      [latest()],
      [tag("1.0", b), tag("0.9")],
      [`+ 1.0 tag ${b}`, `+ 0.9 tag ${a}`, `+ stable tag ${b} machine active`, "! stable"],
    ],
    [
      "no release, no stable",
      [latest(), ...tags("x", "1.0rc1", "1.0.dev2")],
      [tag("x"), tag("1.0rc1"), tag("1.0.dev2")],
      [],
    ],
    [
      "branches only without a release tag",
      [latest(), version("branch", "1.0"), version("branch", "2.0.x")],
      [branch("1.0"), branch("2.0.x"), tag("3.0rc1")],
      [`+ 3.0rc1 tag ${a}`, "+ stable branch 2.0.x machine active", "! stable"],
    ],
    [
      "a tag counts more than a higher branch",
      [latest(), ...tags("1.0"), version("branch", "9.0")],
      [tag("1.0"), branch("9.0")],
      [`+ stable tag ${a} machine active`, "! stable"],
    ],
    [
      "post releases are final",
      [latest(), ...tags("1.0", "1.0.post1", "2.0"), stable(b)],
      [tag("1.0"), tag("1.0.post1", c)],
      ["- 2.0", `~ 1.0.post1 tag ${c}`, `~ stable tag ${c} machine`, "! stable"],
    ],
    [
      "of a tag and a branch of one name it is the tag",
      [latest(), version("tag", "1.0", { identifier: c }), version("branch", "1.0", { slug: "1.0_a" })],
      [branch("1.0"), tag("1.0", c)],
      [`+ stable tag ${c} machine active`, "! stable"],
    ],
    ["unchanged", [latest(), ...tags("1.0"), stable(a)], [tag("1.0")], []],
    [
      "follows a release that moved",
      [latest(), ...tags("1.0"), stable(a)],
      [tag("1.0", c)],
      [`~ 1.0 tag ${c}`, `~ stable tag ${c} machine`, "! stable"],
    ],
    [
      "an inactive one is kept right but not built",
      [latest(), ...tags("1.0", "2.0"), stable(a, { active: false })],
      [tag("1.0"), tag("2.0", b)],
      [`~ stable tag ${b} machine`],
    ],
    [
      "its type changes when only branches remain",
      [latest(), ...tags("1.0"), version("branch", "0.5"), stable(a)],
      [branch("0.5")],
      ["- 1.0", "~ stable branch 0.5 machine", "! stable"],
    ],
    [
      "an active release whose tag is gone is none",
      [latest(), version("tag", "2.0", { identifier: b, active: true }), ...tags("1.0"), stable(b)],
      [tag("1.0")],
      [`~ 2.0 tag ${b} missing`, `~ stable tag ${a} machine`, "! stable"],
    ],
    ["stays when no release is left", [latest(), stable(a)], [], []],
    [
      "a new release above an active one is activated and built",
      [latest(), version("tag", "1.0", { active: true }), stable(a)],
      [tag("1.0"), tag("2.0", b)],
      [`+ 2.0 tag ${b} active`, `~ stable tag ${b} machine`, "! stable", "! 2.0"],
    ],
    [
      "not above an inactive one",
      [latest(), ...tags("1.0"), stable(a)],
      [tag("1.0"), tag("2.0", b)],
      [`+ 2.0 tag ${b}`, `~ stable tag ${b} machine`, "! stable"],
    ],
    [
      "nor when stable is inactive",
      [latest(), version("tag", "1.0", { active: true }), stable(a, { active: false })],
      [tag("1.0"), tag("2.0", b)],
      [`+ 2.0 tag ${b}`, `~ stable tag ${b} machine`],
    ],
    [
      "nor one that was known before",
      [
        latest(),
        version("tag", "1.0", { active: true }),
        version("tag", "2.0", { identifier: c }),
        stable(a),
      ],
      [tag("1.0"), tag("2.0", b)],
      [`~ 2.0 tag ${b}`, `~ stable tag ${b} machine`, "! stable"],
    ],
    [
      "a tag of that name takes it over, whatever releases there are",
      [latest(), ...tags("1.0", "2.0"), stable(b)],
      [tag("1.0"), tag("2.0", b), tag("stable", c)],
      [`~ stable tag ${c}`],
    ],
    [
      "a branch of that name makes it, inactive",
      [latest(), ...tags("1.0")],
      [tag("1.0"), branch("stable")],
      ["+ stable branch stable"],
    ],
    [
      "it comes back to the platform and stands for the highest release again",
      [latest(), ...tags("1.0", "2.0"), stable(c, { machine: false })],
      [tag("1.0"), tag("2.0", b)],
      [`~ stable tag ${b} machine`, "! stable"],
    ],
  ]);

  test("a branch named Stable does not own the slug: the row gets its lower-case name back", () => {
    const known = [latest(), version("branch", "Stable", { slug: "stable", active: true })];
    const plan = sync(known, [branch("Stable"), tag("1.0")]);
    expect(told(known, plan)).toEqual([
      `+ 1.0 tag ${a}`,
      "+ stable_a branch Stable",
      `~ stable tag ${a} machine`,
      "! stable",
    ]);
    expect(plan.change[0]?.verboseName).toBe("stable");
  });

  test("a branch named Latest never takes the slug of the platform's version", () =>
    expect(told([], sync([], [branch("Latest")]))).toEqual([
      "+ latest_a branch Latest",
      "+ latest branch main machine active",
    ]));
});

test("a remote with very many names of one slug is read at once, and no further than a project can hold", () => {
  const name = (number: number) =>
    String.fromCodePoint(0x1f300 + (number % 250), 0x1f300 + Math.floor(number / 250));
  const refs = Array.from({ length: 60_000 }, (_, number) => tag(name(number)));
  const started = performance.now();
  const slugs = sync([latest()], refs).create.map(({ slug }) => slug);
  expect(slugs.slice(0, 3)).toEqual(["unknown", "unknown_a", "unknown_b"]);
  // latest is one of the 50,000, and stable keeps its place.
  expect(new Set(slugs).size).toBe(49_998);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test.each([
  [{ created: 0, removed: 0, gone: 0 }, "Nothing had changed."],
  [{ created: 12, removed: 0, gone: 0 }, "12 new."],
  [{ created: 12, removed: 2, gone: 0 }, "12 new, 2 removed, because the branch or tag is gone."],
  [
    { created: 0, removed: 0, gone: 1 },
    "1 active version has lost the branch or tag and will stay until deactivated.",
  ],
  [
    { created: 1, removed: 0, gone: 2 },
    "1 new. 2 active versions have lost the branch or tag and will stay until deactivated.",
  ],
])("of %j people read: %s", (counts, text) => expect(syncSummary(counts)).toBe(text));
