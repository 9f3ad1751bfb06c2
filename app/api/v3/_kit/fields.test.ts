import { describe, expect, test } from "vitest";
import { type ExpandTree, expansionOf, readSelection, select } from "#app/api/v3/_kit/fields.ts";

const tree: ExpandTree = {
  active_versions: { map: true, expand: { last_build: { expand: { config: {} } } } },
  organization: {},
};
const project = () => ({
  id: 1,
  slug: "pip",
  repository: { url: "u", type: "git" },
  _links: { versions: "v", builds: "b" },
  active_versions: {
    latest: { id: 7, slug: "latest", last_build: { id: 9, commit: "c", config: { version: "2" } } },
  },
  organization: { slug: "acme", name: "Acme" },
});

function ask(search: string, list = false) {
  const selection = readSelection(new URLSearchParams(search), tree, list);
  return { selection, expand: expansionOf(selection), shown: select(project(), selection) };
}
const keys = (search: string) => Object.keys(ask(search).shown as object);
const all = ["id", "slug", "repository", "_links", "active_versions", "organization"];

describe("fields and omit", () => {
  test.each([
    ["", all],
    ["fields=id,slug", ["id", "slug"]],
    ["fields=id,nope", ["id"]],
    ["fields=nope", []],
    ["fields=", []],
    ["fields= id,slug", ["slug"]],
    ["fields=id&fields=slug", ["id", "slug"]],
    ["fields=id,slug&fields=repository", ["repository"]],
    ["fields[]=id", ["id"]],
    ["fields=*", all],
    ["fields=~all", all],
    ["omit=*", all],
    ["omit=nope", all],
    ["omit=id,slug,repository,_links", ["active_versions", "organization"]],
    ["fields=id,slug&omit=id", ["slug"]],
    ["expand=active_versions&fields=id", ["id"]],
    ["expand=active_versions&fields=id,active_versions", ["id", "active_versions"]],
  ])("?%s shows %j", (search, expected) => expect(keys(search)).toEqual(expected));

  test("dotted names reach into expanded children, through the keys of a map", () => {
    expect(ask("expand=active_versions&fields=id,active_versions.slug").shown).toEqual({
      id: 1,
      active_versions: { latest: { slug: "latest" } },
    });
    expect(ask("expand=active_versions&fields=active_versions&omit=active_versions.slug").shown).toEqual({
      active_versions: { latest: { id: 7, last_build: project().active_versions.latest.last_build } },
    });
    expect(ask("expand=active_versions.last_build&fields=active_versions.last_build.commit").shown).toEqual({
      active_versions: { latest: { last_build: { commit: "c" } } },
    });
  });

  test("dotted names into what is not expanded keep or drop nothing inside it", () => {
    expect(ask("fields=_links.versions").shown).toEqual({ _links: { versions: "v", builds: "b" } });
    expect(ask("omit=repository.url").shown).toEqual(project());
  });

  test("thousands of names for thousands of rows", { timeout: 20_000 }, () => {
    const rows = Array.from({ length: 3000 }, (_, id) => ({ id, slug: "a", name: "b", tags: [], users: [] }));
    for (const search of [`fields=${"x,".repeat(8000)}id`, `fields=id&omit=${"x,".repeat(8000)}slug`])
      expect(select(rows, ask(search).selection)).toEqual(rows.map(({ id }) => ({ id })));
  });

  test("answers that are null, text or lists are shown as they are", () => {
    const { selection } = ask("fields=id");
    expect(select(null, selection)).toBeNull();
    expect(select("x", selection)).toBe("x");
    expect(select([{ id: 1, slug: "a" }], selection)).toEqual([{ id: 1 }]);
  });
});

describe("expand", () => {
  const paths = [
    "active_versions",
    "active_versions.last_build",
    "active_versions.last_build.config",
    "organization",
  ];
  const wanted = (search: string, list = false) => {
    const { expand } = ask(search, list);
    return paths.filter((path) => expand.has(path));
  };
  test.each([
    ["", []],
    ["expand=", []],
    ["expand=nope", []],
    ["expand=organization", ["organization"]],
    ["expand[]=organization", ["organization"]],
    ["expand=active_versions.last_build", paths.slice(0, 2)],
    ["expand=active_versions.last_build.config,organization", paths],
    ["expand=active_versions.nope", ["active_versions"]],
    ["expand=*", ["active_versions", "organization"]],
    ["expand=~all", ["active_versions", "organization"]],
    ["expand=organization&omit=organization", []],
    ["expand=organization&fields=id", []],
    ["expand=organization&fields=organization", ["organization"]],
  ])("on a detail ?%s adds %j", (search, expected) => expect(wanted(search)).toEqual(expected));

  test.each([
    ["expand=active_versions.nope", []],
    ["expand=active_versions.last_build", paths.slice(0, 2)],
    ["expand=*", paths],
  ])("on a list ?%s adds %j", (search, expected) => expect(wanted(search, true)).toEqual(expected));

  test.each(["expand=a.a", "fields=a.b.a", "omit=id,a.a", "expand=x&expand=constructor.constructor"])(
    "?%s repeats itself",
    (search) => {
      expect(() => ask(search)).toThrow(
        expect.objectContaining({ code: "invalid", fields: ["Recursive expansion found"] }),
      );
    },
  );

  test("names every object has are not expandable", () => {
    expect(ask("expand=constructor,__proto__,toString").selection.active.size).toBe(0);
  });
});
