import { beforeEach, describe, expect, test } from "vitest";
import { claimBuild } from "#lib/builds/runs/commands.ts";
import { getWorkOrder } from "#lib/builds/runs/queries.ts";
import { registerWorker } from "#lib/builds/workers/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import {
  buildBuild,
  buildOwnedProject,
  buildPerson,
  buildProject,
  buildVersion,
  type Person,
} from "#test/factories/tenants.ts";

let owner: Person;
let stranger: Person;
let project: { id: number; slug: string };
let list: string;
let owns: ReturnType<typeof api>;

beforeEach(async () => {
  ({ owner, project } = await buildOwnedProject());
  stranger = await buildPerson();
  list = `/projects/${project.slug}/environmentvariables/`;
  owns = api(owner);
});

const variable = (name: string, more: object = {}) => ({ name, value: "swordfish", ...more });

/** Adds a variable and gives its address. */
async function add(name: string, more: object = {}): Promise<string> {
  const { status, body } = await owns.post(list, variable(name, more));
  expect([status, body]).toEqual([201, expect.anything()]);
  return `${list}${body.pk}/`;
}

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/);
const shown = (pk: number, name: string, more: object = {}) => ({
  _links: {
    _self: `http://localhost:3000/api/v3${list}${pk}/`,
    project: `http://localhost:3000/api/v3/projects/${project.slug}/`,
  },
  created: moment,
  modified: moment,
  name,
  pk,
  project: project.slug,
  public: false,
  ...more,
});

/** What a build of the version would find, as `name=value`. */
async function seenBy(version: { id: number; slug: string }): Promise<string[]> {
  const { id } = await buildBuild(project, version, { state: "triggered" });
  await db.build.update({ where: { id }, data: { priority: 1_000_000 + id } });
  const held = await claimBuild(await registerWorker(1, {}));
  expect(held?.buildId).toBe(id);
  const { variables } = await getWorkOrder(held!);
  return variables.map(({ name, value }) => `${name}=${value}`).sort();
}

describe("reading", () => {
  test("[api H1] the list and one of it, for admins only and without values", async () => {
    const made = await owns.post(list, variable("TOKEN"));
    const { pk } = made.body;
    const fixture = shown(pk, "TOKEN");
    expect((await api().get(list)).status).toBe(401);
    expect((await api().get(`${list}${pk}/`)).status).toBe(401);
    const all = await owns.get(list);
    expect(all.body).toEqual({ count: 1, next: null, previous: null, results: [fixture] });
    const one = await owns.get(`${list}${pk}/`);
    expect(one).toMatchObject({ status: 200, body: fixture });
    expect(Object.keys(one.body)).toEqual([...Object.keys(fixture)].sort());
    expect(one.headers.get("allow")).toBe("GET, PATCH, DELETE, HEAD, OPTIONS");
  });

  test("details tell who added a variable and how long its value is, when they are asked for", async () => {
    const one = await add("TOKEN", { value: "žluť" });
    const details = { created_by: owner.username, value_bytes: 6 };
    expect((await owns.get(`${list}?expand=details`)).body.results[0]).toMatchObject({
      name: "TOKEN",
      details,
    });
    expect((await owns.get(`${one}?expand=details`)).body).toMatchObject({ name: "TOKEN", details });
  });

  test("goes page by page in the order they were made, and shows what is asked for", async () => {
    for (const name of ["C", "B", "A"]) await add(name);
    const { body } = await owns.get(`${list}?limit=2&fields=name`);
    expect(body).toMatchObject({ count: 3, results: [{ name: "C" }, { name: "B" }] });
    expect((await owns.get(`${list}?limit=2&offset=2&omit=pk`)).body.results).toMatchObject([{ name: "A" }]);
  });
});

test("[api H2] nobody else makes variables in a project", async () => {
  expect((await api().post(list, variable("A"))).status).toBe(401);
  expect((await api(stranger).post(list, variable("A"))).status).toBe(403);
  expect(await db.environmentVariable.count({ where: { projectId: project.id } })).toBe(0);
});

describe("making one", () => {
  test("[api H3] stores the value for builds and never shows it", async () => {
    const made = await owns.post(list, variable("TOKEN"));
    expect(made).toMatchObject({ status: 201, body: shown(made.body.pk, "TOKEN") });
    const at = `${list}${made.body.pk}/`;
    const answers = [made, await owns.get(list), await owns.get(at), await owns.options(list)];
    answers.push(await owns.options(at), await owns.get(`${list}?fields=value,value_sealed&expand=*`));
    answers.push(await owns.post(list, variable("TOKEN")), await owns.post(list, variable("NO SPACE")));
    answers.push(await owns.patch(at, { value: "swordfish".repeat(6_000) }));
    for (const { text } of answers) expect(text).not.toContain("swordfish");
    const row = await db.environmentVariable.findUniqueOrThrow({ where: { id: made.body.pk } });
    expect(Buffer.from(row.valueSealed).toString("latin1")).not.toContain("swordfish");
    expect(row).toMatchObject({ valueBytes: 9, createdById: owner.id });
    expect(await seenBy(await buildVersion(project))).toEqual(["TOKEN=swordfish"]);
  });

  test("[api H7] is private unless it is said to be public", async () => {
    expect((await owns.post(list, variable("A"))).body.public).toBe(false);
    expect((await owns.post(list, variable("B", { public: true }))).body.public).toBe(true);
    expect((await owns.post(list, variable("C", { public: null }))).body.public).toBe(false);
    expect((await owns.post(list, variable("D", { public: "on" }))).body.public).toBe(true);
    const pull = await buildVersion(project, { type: "external", pullNumber: 7 });
    expect(await seenBy(pull)).toEqual(["B=swordfish", "D=swordfish"]);
  });

  test("from a form", async () => {
    const form = new URLSearchParams({ name: " BY_FORM ", value: "a=b&c", public: "true" });
    expect((await owns.post(list, form)).body).toMatchObject({ name: "BY_FORM", public: true });
    expect(await seenBy(await buildVersion(project))).toEqual(["BY_FORM=a=b&c"]);
  });

  test("numbers become text, white space around a value is lost, what is inside stays", async () => {
    await add("A", { value: 5 });
    await add("B", { value: ' \tit\'s "$x"\n\u00e9\u{1f600} \n' });
    expect(await seenBy(await buildVersion(project))).toEqual(["A=5", 'B=it\'s "$x"\n\u00e9\u{1f600}']);
  });

  const required = ["This field is required."];
  const isNull = ["This field may not be null."];
  const blank = ["This field may not be blank."];
  const long = ["Ensure this field has no more than 48000 characters."];
  test.each<[string, object, object]>([
    ["nothing", {}, { name: required, value: required }],
    ["nulls", { name: null, value: null, public: null }, { name: isNull, value: isNull }],
    ["blanks", { name: "", value: " \n" }, { name: blank, value: blank }],
    [
      "other types",
      { name: [], value: {} },
      { name: ["Not a valid string."], value: ["Not a valid string."] },
    ],
    [
      "a long name",
      variable("x".repeat(129)),
      { name: ["Ensure this field has no more than 128 characters."] },
    ],
    ["a name with a space", variable("A B"), { name: ["Variable name can't contain spaces."] }],
    [
      "a platform's name",
      variable("READTHEDOCS_X"),
      { name: ["Variable name can't start with READTHEDOCS."] },
    ],
    ["NUL", variable("A", { value: "a\0b" }), { value: ["Null characters are not allowed."] }],
    [
      "half a letter",
      variable("A", { value: "\ud800" }),
      { value: ["Surrogate characters are not allowed: U+D800."] },
    ],
    ["a wrong flag", variable("A", { public: "maybe" }), { public: ["Must be a valid boolean."] }],
    [
      "many bytes",
      variable("A", { value: "\u00e9".repeat(24_001) }),
      { value: ["Ensure this field has no more than 48000 bytes in UTF-8."] },
    ],
    ["[api H5] 48001 characters", variable("A", { value: "x".repeat(48_001) }), { value: long }],
  ])("%s: refused by field", async (_, body, expected) => {
    expect(await owns.post(list, body)).toMatchObject({ status: 400, body: expected });
    expect(await db.environmentVariable.count({ where: { projectId: project.id } })).toBe(0);
  });

  test("a name is given once in a project, also by two at the same time", async () => {
    const both = await Promise.all([owns.post(list, variable("A")), owns.post(list, variable("A"))]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await owns.post(list, variable("A"))).body).toEqual({
      name: ["There is already a variable with this name for this project."],
    });
    const other = await buildProject({ maintainer: owner });
    expect((await owns.post(`/projects/${other.slug}/environmentvariables/`, variable("A"))).status).toBe(
      201,
    );
  });

  test("[api H6] all together have at most 256000 bytes, also when two come at the same time", async () => {
    const tooMuch = ["The total size of all environment variables in the project cannot exceed 256 KB."];
    for (const name of ["A", "B", "C", "D", "E"]) await add(name, { value: "x".repeat(48_000) });
    const half = { value: "x".repeat(8_001) };
    const both = await Promise.all([
      owns.post(list, variable("F", half)),
      owns.post(list, variable("G", half)),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(both.find(({ status }) => status === 400)?.body).toEqual(tooMuch);
    const small = await add("SMALL", { value: "x".repeat(7_999) });
    expect((await owns.patch(small, { value: "x".repeat(8_000) })).body).toEqual(tooMuch);
    expect((await owns.patch(small, { value: "y".repeat(7_999) })).status).toBe(200);
    expect((await owns.post(list, variable("Z", { value: "1" }))).body).toEqual(tooMuch);
  });

  test("there are a thousand at most", async () => {
    const row = { projectId: project.id, valueSealed: Buffer.from(""), valueBytes: 1 };
    await db.environmentVariable.createMany({
      data: Array.from({ length: 999 }, (_, number) => ({ ...row, name: `N${number}` })),
    });
    const last = await add("LAST");
    expect((await owns.post(list, variable("MORE"))).body).toEqual([
      "This project has reached the limit of 1000 environment variables.",
    ]);
    expect((await owns.patch(last, { value: "x" })).status).toBe(200);
  });
});

describe("changing one", () => {
  test("replaces the value or says for which builds it is; the name stays", async () => {
    const at = await add("TOKEN");
    const made = (await owns.get(at)).body;
    expect((await api().patch(at, { public: true })).status).toBe(401);
    expect((await api(stranger).patch(at, { public: true })).status).toBe(403);
    const answer = await owns.patch(at, { value: "halibut", name: "OTHER" });
    expect(answer).toMatchObject({ status: 200, body: shown(made.pk, "TOKEN") });
    expect(answer.text).not.toContain("halibut");
    expect(await seenBy(await buildVersion(project))).toEqual(["TOKEN=halibut"]);
    expect((await owns.patch(at, { public: true })).body.public).toBe(true);
    expect(await seenBy(await buildVersion(project))).toEqual(["TOKEN=halibut"]);
    expect((await owns.patch(at, { value: "" })).body).toEqual({ value: ["This field may not be blank."] });
    expect((await owns.put(at, variable("TOKEN"))).body).toEqual({ detail: 'Method "PUT" not allowed.' });
  });
});

test("[api H4] removing one", async () => {
  const at = await add("TOKEN");
  expect((await api().delete(at)).status).toBe(401);
  expect(await owns.delete(at)).toMatchObject({ status: 204, text: "" });
  expect((await owns.get(at)).status).toBe(404);
  expect((await owns.delete(at)).status).toBe(404);
  expect(await seenBy(await buildVersion(project))).toEqual([]);
});

test("history tells that a value was changed, never which it was", async () => {
  const at = await add("TOKEN");
  await owns.patch(at, { value: "swordfish2", public: true });
  await owns.delete(at);
  const events = await db.auditEvent.findMany({ where: { projectId: project.id }, orderBy: { id: "asc" } });
  expect(events.map(({ action, subjectLabel, changes }) => ({ action, subjectLabel, changes }))).toEqual([
    {
      action: "environment_variable.create",
      subjectLabel: "TOKEN",
      changes: { value: "changed", public: { from: null, to: false } },
    },
    {
      action: "environment_variable.update",
      subjectLabel: "TOKEN",
      changes: { value: "changed", public: { from: false, to: true } },
    },
    {
      action: "environment_variable.delete",
      subjectLabel: "TOKEN",
      changes: { public: { from: true, to: null } },
    },
  ]);
});
