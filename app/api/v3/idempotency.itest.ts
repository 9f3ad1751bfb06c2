import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildSession, buildUser } from "#test/factories/accounts.ts";
import { buildOrganization, buildPerson, buildProject, buildToken } from "#test/factories/tenants.ts";

let made = 0;
const key = () => ({ "idempotency-key": `key ${(made += 1)}` });
const browser = async () => api(await buildSession(await buildUser()));
const replayed = (answer: { headers: Headers }) => answer.headers.get("idempotency-replayed");

let owner: Awaited<ReturnType<typeof buildPerson>>;
let organization: { slug: string };
beforeEach(async () => {
  owner = await buildPerson();
  organization = await buildOrganization(owner);
});
const project = (name: string) => ({
  name,
  organization: organization.slug,
  repository: { url: "https://github.com/example/pip" },
});

test("a secret that is shown once is shown again to a retry of the very same request", async () => {
  const person = await browser();
  const headers = key();
  const first = await person.post("/account/tokens/", { name: "CI" }, headers);
  const again = await person.post("/account/tokens/", { name: "CI" }, headers);
  expect([first.status, replayed(first)]).toEqual([201, null]);
  expect(first.body.token).toMatch(/^lct_/);
  expect([again.status, again.text, replayed(again)]).toEqual([201, first.text, "true"]);
  expect(again.headers.get("content-type")).toBe("application/json");
  expect(again.headers.get("allow")).toBe(first.headers.get("allow"));
  expect(await db.apiToken.count({ where: { name: "CI" } })).toBe(1);
});

test("of five at once one makes the row and all get its answer", async () => {
  const headers = key();
  const all = await Promise.all(
    Array.from({ length: 5 }, () => api(owner).post("/projects/", project("At once"), headers)),
  );
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  expect(all.filter((answer) => replayed(answer) === null)).toHaveLength(1);
  expect(await db.project.count({ where: { slug: "at-once" } })).toBe(1);
  expect(await db.build.count({ where: { project: { slug: "at-once" } } })).toBe(1);
});

test("without a key, or with a key of its own, each request is a request", async () => {
  expect((await api(owner).post("/projects/", project("Twice"))).status).toBe(201);
  expect((await api(owner).post("/projects/", project("Twice"))).status).toBe(400);
  expect((await api(owner).post("/projects/", project("Twice"), key())).status).toBe(400);
});

test("the same key for something else is 422, and nothing is done", async () => {
  const headers = key();
  await api(owner).post("/projects/", project("First"), headers);
  const other: [path: string, body: unknown][] = [
    ["/projects/", project("Second")],
    ["/projects/", { name: "" }],
    ["/projects/", "{"],
    ["/projects/?fields=slug", project("First")],
    ["/projects/first/sync-versions/", project("First")],
  ];
  for (const [path, body] of other) {
    const answer = await api(owner).post(path, body, headers);
    const detail = "This Idempotency-Key was used for another request: POST /api/v3/projects/.";
    expect([answer.status, answer.body, replayed(answer)]).toEqual([422, { detail }, null]);
  }
  expect(await db.project.count({ where: { slug: "second" } })).toBe(0);
});

test("a multipart form is the same whatever its boundary is", async () => {
  const form = () => {
    const data = new FormData();
    for (const [name, value] of Object.entries({ name: "Form", organization: organization.slug }))
      data.set(name, value);
    data.set("repository.url", "https://github.com/example/pip");
    return data;
  };
  const headers = key();
  const first = await api(owner).post("/projects/", form(), headers);
  expect(first.status).toBe(201);
  expect((await api(owner).post("/projects/", form(), headers)).text).toBe(first.text);
});

test("a refused request leaves its key to the corrected one", async () => {
  const headers = key();
  expect((await api(owner).post("/projects/", project(" "), headers)).status).toBe(400);
  expect((await api(owner).post("/projects/", "{", headers)).status).toBe(415);
  expect((await api(owner).post("/projects/", project("Corrected"), headers)).status).toBe(201);
});

test("keys belong to people: another token of theirs repeats, somebody else's request is another one", async () => {
  const headers = key();
  const first = await api(owner).post("/projects/", project("Mine"), headers);
  const again = await api(await buildToken(owner)).post("/projects/", project("Mine"), headers);
  expect([replayed(again), again.text]).toEqual(["true", first.text]);
  const other = await api(await buildPerson()).post("/projects/", project("Mine"), headers);
  expect([other.status, replayed(other)]).toEqual([400, null]);
});

test("a token confined to projects is not told what its person's other tokens were told", async () => {
  const { id, slug } = await buildProject({ maintainer: owner });
  const confined = await buildToken(owner, { projectIds: [id] });
  const headers = key();
  const send = (caller: { token: string }) =>
    api(caller).post(`/projects/${slug}/sync-versions/`, {}, headers);
  expect((await send(owner)).status).toBe(202);
  expect(replayed(await send(confined))).toBeNull();
  expect(replayed(await send(confined))).toBe("true");
});

test("who may no longer do it gets no repetition", async () => {
  const maintainer = await buildPerson();
  const { id, slug } = await buildProject({ maintainer });
  const headers = key();
  const send = (token = maintainer.token) =>
    api({ token }).post(`/projects/${slug}/sync-versions/`, {}, headers);
  expect((await send()).status).toBe(202);
  expect(replayed(await send())).toBe("true");
  const reader = await buildToken(maintainer, { scope: "read" });
  expect((await send(reader.token)).body).toEqual({ detail: "This token may only read." });
  await db.projectMaintainer.deleteMany({ where: { projectId: id } });
  expect((await send()).status).toBe(403);
  await db.project.update({ where: { id }, data: { privacyLevel: "private" } });
  expect((await send()).status).toBe(404);
  expect((await api({ token: "none" }).post(`/projects/${slug}/sync-versions/`, {}, headers)).status).toBe(
    401,
  );
});

test("somebody who has no account yet may repeat signing up", async () => {
  const body = { username: "newcomer", email: "new@example.com", password: "correct horse" };
  const headers = key();
  expect((await api().post("/account/sign-up/", body, headers)).status).toBe(201);
  const again = await api().post("/account/sign-up/", body, headers);
  expect([again.status, replayed(again), again.body]).toEqual([201, "true", { username: "newcomer" }]);
});

test.each(["", "a".repeat(256), "kéy", "a\tb"])("%.10j is no key", async (value) => {
  const answer = await api(owner).post("/projects/", project("None"), { "idempotency-key": value });
  const detail = "Idempotency-Key must have 1 to 255 printable characters.";
  expect([answer.status, answer.body]).toEqual([400, { detail }]);
});

test("other methods are repeated as they are", async () => {
  const { slug } = await buildProject({ maintainer: owner });
  const headers = key();
  for (const name of ["One", "Two"]) {
    const answer = await api(owner).patch(`/projects/${slug}/`, { name }, headers);
    expect([answer.status, replayed(answer)]).toEqual([204, null]);
  }
  expect((await api(owner).get(`/projects/${slug}/`, headers)).body.name).toBe("Two");
  expect(await db.idempotencyRecord.count({ where: { key: headers["idempotency-key"] } })).toBe(0);
});
