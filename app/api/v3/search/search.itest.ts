import { beforeAll, expect, test } from "vitest";
import { api } from "#test/api.ts";
import { foundIn, pageOf, searchable, searchedIn, searchFor } from "#test/factories/searches.ts";
import { buildPerson, buildProject, type Person } from "#test/factories/tenants.ts";

let owner: Person;
beforeAll(async () => {
  owner = await buildPerson();
  const kettle = await buildProject({ slug: "kettle", maintainer: owner });
  await searchable(kettle, "latest", {
    "index.html": pageOf("Kettle", "Water boils here."),
    "guide/steam.html": pageOf("Steam &lt;b>", "A &lt;script&gt; of boiling water &amp; steam."),
  });
  await searchable(kettle, "v1", { "index.html": pageOf("Kettle 1", "Water was cold.") });
  const tea = await buildProject({
    slug: "tea",
    maintainer: owner,
    versioningScheme: "single_version_without_translations",
  });
  await searchable(tea, "latest", { "index.html": pageOf("Tea", "Leaves and water.") });
  await buildProject({ slug: "unbuilt", maintainer: owner });
});

test("the answer shows what was found, where, and the way to it", async () => {
  const answer = await searchFor("project:kettle boiling");
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    count: 1,
    next: null,
    previous: null,
    projects: [{ slug: "kettle", versions: [{ slug: "latest" }] }],
    query: "boiling",
    results: [
      {
        type: "page",
        project: { slug: "kettle", alias: null },
        version: { slug: "latest" },
        title: "Steam <b>",
        domain: "http://kettle.docs.localhost:3000",
        path: "/en/latest/guide/steam.html",
        highlights: { title: [] },
        blocks: [
          {
            type: "section",
            id: "top",
            title: "Steam <b>",
            content: "A <script> of boiling water & steam.",
            highlights: {
              title: [],
              content: ["A &lt;script&gt; of <span>boiling</span> water &amp; steam."],
            },
          },
        ],
      },
    ],
  });
  const [result] = (await searchFor("project:kettle steam")).body.results;
  expect(result.highlights).toEqual({ title: ["<span>Steam</span> &lt;b&gt;"] });
  expect(result.blocks[0].highlights.title).toEqual(["<span>Steam</span> &lt;b&gt;"]);
});

test("[api N1] without an argument nothing is found, whoever asks", async () => {
  for (const token of [undefined, owner.token]) {
    const answer = await searchFor("water", token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      count: 0,
      next: null,
      previous: null,
      projects: [],
      query: "water",
      results: [],
    });
  }
});

test.each([
  ["a project at its default version", "project:kettle water", ["kettle/latest"]],
  ["an explicit version", "project:kettle/v1 water", ["kettle/v1"]],
  ["a version that does not exist", "project:kettle/v9 water", []],
  ["a project that does not exist", "project:nobody water", []],
  ["a project without a built version", "project:unbuilt water", []],
  ["valid and invalid mixed", "project:nobody project:tea water project:kettle/v9", ["tea/latest"]],
  ["several projects", "project:kettle project:tea water", ["kettle/latest", "tea/latest"]],
  [
    "the last of two versions, where the first was named",
    "project:kettle project:tea project:kettle/v1 water",
    ["kettle/v1", "tea/latest"],
  ],
  ["names that cannot be", "project:../x project: project:a/ü water", []],
])("[api N2] searches %s", async (_what, q, expected) => {
  const answer = await searchFor(q);
  expect(searchedIn(answer)).toEqual(expected);
  expect(new Set(foundIn(answer).map((line) => line.split(" ")[0]))).toEqual(new Set(expected));
});

test("[api N2] an argument without text finds nothing, and says what was searched", async () => {
  const answer = await searchFor("project:kettle");
  expect(answer.body).toMatchObject({ count: 0, results: [], query: "", projects: [{ slug: "kettle" }] });
  expect((await searchFor("")).body).toMatchObject({ count: 0, results: [], projects: [] });
});

test("q is required, and has an end", async () => {
  const { status, body } = await api().get("/search/");
  expect([status, body]).toEqual([400, { q: ["This query parameter is required"] }]);
  expect((await searchFor("a".repeat(4096))).status).toBe(200);
  expect((await searchFor("a".repeat(4097))).body).toEqual({
    q: ["Ensure this field has no more than 4096 characters."],
  });
});

test.each(["-1", "0", "text", "1.5", "", "1e2", "９"])("[api N2] page %j is none", async (page) => {
  const { status, body } = await searchFor("project:kettle water", undefined, { page });
  expect([status, body]).toEqual([400, ["Invalid page"]]);
});

test("[api N2] the first thousand results can be paged through", async () => {
  const at = (page: string, page_size: string) =>
    searchFor("project:kettle water", undefined, { page, page_size });
  expect((await at("34", "30")).body).toEqual(["Page number is too high."]);
  expect((await at("99999999999999999999", "1")).body).toEqual(["Page number is too high."]);
  const last = await at("40", "25");
  expect(last.status).toBe(200);
  expect(last.body).toMatchObject({ count: 2, results: [], next: null });
});

test("pages hold 15 results, or as many as asked for, at most 30", async () => {
  const project = await buildProject();
  const files = Object.fromEntries(
    Array.from({ length: 35 }, (_, index) => [
      `p${String(index).padStart(2, "0")}.html`,
      pageOf("Page", "same word"),
    ]),
  );
  await searchable(project, "latest", files);
  const at = async (more: Record<string, string>) =>
    (await searchFor(`project:${project.slug} word`, undefined, more)).body;
  const first = await at({});
  expect([first.count, first.results.length]).toEqual([35, 15]);
  expect(first.previous).toBeNull();
  const q = `q=project%3A${project.slug}+word`;
  expect(first.next).toBe(`http://localhost:3000/api/v3/search/?page=2&${q}`);
  const third = await at({ page: "3" });
  expect([third.results.length, third.next]).toEqual([5, null]);
  expect(third.previous).toBe(`http://localhost:3000/api/v3/search/?page=2&${q}`);
  expect((await at({ page_size: "2", page: "2" })).next).toBe(
    `http://localhost:3000/api/v3/search/?page=3&page_size=2&${q}`,
  );
  expect((await at({ page_size: "500" })).results).toHaveLength(30);
  for (const page_size of ["0", "-3", "x", ""]) expect((await at({ page_size })).results).toHaveLength(15);
  const pages = await Promise.all(["1", "2", "3"].map((page) => at({ page })));
  const paths = pages.flatMap((page) => page.results.map(({ path }: { path: string }) => path));
  expect(paths).toEqual(Object.keys(files).map((file) => `/en/latest/${file}`));
});

test("has a budget of its own, no CORS headers, and no other method", async () => {
  const answer = await searchFor("project:kettle water");
  expect(answer.headers.get("ratelimit-policy")).toBe('"search";q=100;w=60');
  const foreign = await api().get("/search/?q=x", { origin: "https://elsewhere.example" });
  expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
  expect((await api().post("/search/", {})).status).toBe(405);
  expect((await api().get("/")).body).not.toHaveProperty("search");
});

test("hostile queries get an ordinary answer", async () => {
  const hostile = [
    "'",
    "\\",
    "' & 'x",
    "a:*",
    "!!",
    "((((",
    '"',
    "%00",
    "\ud800",
    "<->",
    "$1",
    "a".repeat(4000),
    "(a".repeat(1000),
  ];
  for (const text of hostile) {
    const { status } = await searchFor(`project:kettle ${text}`);
    expect([text.slice(0, 20), status]).toEqual([text.slice(0, 20), 200]);
  }
  expect((await searchFor("project:kettle/\0 \0")).status).toBe(400);
});
