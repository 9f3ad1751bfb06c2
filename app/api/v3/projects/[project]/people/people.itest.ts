import { expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api, type Json } from "#test/api.ts";
import { buildAcme, buildPerson, buildProject, buildTeam } from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

const shown = (body: Json) =>
  body.results.map(({ username, access, because }: Json) => [
    username,
    access,
    because.map(({ kind, team }: Json) => team?.slug ?? kind),
  ]);

test("says who may read or change a project, and everything that lets them", async () => {
  const { owner, admin, reader, organization, open, admins } = await buildAcme();
  const path = `/projects/${open.slug}/people/`;
  const contractors = await buildTeam(organization, { members: [reader, admin], projects: [open] });
  const gone = await buildPerson();
  await buildTeam(organization, { members: [gone], projects: [open] });
  await db.user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } });

  const all = await api(owner).get(path);
  expect(shown(all.body)).toEqual([
    [owner.username, "admin", ["owner"]],
    [admin.username, "admin", [admins.slug, contractors.slug]],
    [reader.username, "readonly", [contractors.slug]],
  ]);
  expect(shown((await api(owner).get(`${path}?access=admin`)).body)).toHaveLength(2);
  expect(shown((await api(owner).get(`${path}?access=readonly`)).body)).toEqual([
    [reader.username, "readonly", [contractors.slug]],
  ]);
  expect((await api(owner).get(`${path}?q=${reader.username}`)).body.count).toBe(1);
  const one = await api(owner).get(`${path}${reader.username}/`);
  expect(one.body).toMatchObject({ username: reader.username, because: [{ kind: "team" }] });
  expect((await api(owner).get(`${path}nobody/`)).status).toBe(404);
});

test("people of an organization's project are changed by its teams alone", async () => {
  const { owner, reader, secret, outsider } = await buildAcme();
  const path = `/projects/${secret.slug}/people/`;
  const added = await api(owner).post(path, { username: outsider.username });
  const removed = await api(owner).delete(`${path}${reader.username}/`);
  for (const { status, body } of [added, removed])
    expect([status, body]).toEqual([
      409,
      { detail: "People reach this project by its organization: change its teams or owners instead." },
    ]);
});

test("maintainers bring and remove others, and the last of them stays", async () => {
  const [ada, bob, eve] = await Promise.all([buildPerson(), buildPerson(), buildPerson()]);
  const project = await buildProject({ maintainer: ada, privacyLevel: "public" });
  const path = `/projects/${project.slug}/people/`;
  const added = await api(ada).post(path, { username: bob.username.toUpperCase() });
  expect([added.status, added.body]).toMatchObject([
    201,
    { username: bob.username, access: "admin", because: [{ kind: "maintainer", team: null }] },
  ]);
  expect((await api(ada).post(path, { username: bob.username })).body).toEqual({
    username: [`"${bob.username}" is a maintainer already.`],
  });
  expect((await api(ada).post(path, { username: "nobody-here" })).body).toEqual({
    username: [`No account is called "nobody-here".`],
  });
  expect((await api(eve).delete(`${path}${eve.username}/`)).status).toBe(403);
  const answers = await Promise.all([
    api(ada).delete(`${path}${bob.username}/`),
    api(bob).delete(`${path}${ada.username}/`),
  ]);
  expect(answers.map(({ status }) => status).sort()).not.toContain(500);
  expect(await db.projectMaintainer.count({ where: { projectId: project.id } })).toBe(1);
  const left = await db.projectMaintainer.findFirstOrThrow({
    where: { projectId: project.id },
    select: { user: { select: { username: true } } },
  });
  const last = left.user.username === ada.username ? ada : bob;
  const refused = await api(last).delete(`${path}${last.username}/`);
  expect([refused.status, refused.body]).toEqual([
    409,
    { detail: "A project needs at least one maintainer. Add another one first." },
  ]);
});

test("lists of people and of history take the same number of queries whatever their length", async () => {
  const { owner, organization, open, path } = await buildAcme();
  const paths = [`/projects/${open.slug}/people/`, `/projects/${open.slug}/audit/`, `${path}audit/`];
  const counts = async () => {
    const found: number[] = [];
    for (const list of paths) {
      found.push((await countStatements(() => api(owner).get(`${list}?limit=100`))).statements);
    }
    return found;
  };
  const grow = async (times: number) => {
    for (let each = 0; each < times; each += 1) {
      const team = await buildTeam(organization, { members: [await buildPerson()] });
      await api(owner).post(`${path}teams/${team.slug}/projects/`, { project: open.slug });
    }
  };
  await grow(1);
  await counts();
  const few = await counts();
  await grow(5);
  expect(await counts()).toEqual(few);
});

test("history says who did what to which of an organization's things, narrowed as asked, and as a file", async () => {
  const { owner, admin, organization, open, path, admins } = await buildAcme();
  await api(admin).patch(`/projects/${open.slug}/`, { name: "=Renamed" });
  await api(owner).post(`${path}owners/`, { username: admin.username });
  await api(owner).patch(`${path}teams/${admins.slug}/`, { access: "readonly" });
  const actions = async (list: string) =>
    (await api(owner).get(list)).body.results.map(({ action }: Json) => action);
  expect(await actions(`${path}audit/`)).toEqual(["team.update", "organization.owner.add", "project.update"]);
  expect(await actions(`/projects/${open.slug}/audit/`)).toEqual(["project.update"]);
  expect(await actions(`${path}audit/?kind=people`)).toEqual(["team.update", "organization.owner.add"]);
  expect(await actions(`${path}audit/?kind=settings`)).toEqual(["project.update"]);
  expect(await actions(`${path}audit/?actor=${admin.username}`)).toEqual(["project.update"]);
  expect(await actions(`${path}audit/?q=${admin.username}`)).toEqual([
    "organization.owner.add",
    "project.update",
  ]);
  const today = new Date().toISOString().slice(0, 10);
  expect(await actions(`${path}audit/?from=${today}&to=${today}&limit=1`)).toEqual(["team.update"]);
  expect(await actions(`${path}audit/?to=2020-01-01`)).toEqual([]);
  expect((await api(owner).get(`${path}audit/?from=yesterday`)).body).toEqual({
    from: ["Enter a date as YYYY-MM-DD."],
  });
  const [team] = (await api(owner).get(`${path}audit/`)).body.results;
  expect(team).toMatchObject({
    actor: { kind: "token", name: owner.username },
    subject: { kind: "team", name: admins.slug },
    kind: "people",
    project: null,
    changes: { access: { from: "admin", to: "readonly" } },
  });
  const csv = await api(owner).get(`${path}audit/?as=csv`);
  expect(csv.headers.get("content-disposition")).toBe(
    `attachment; filename="${organization.slug}-activity.csv"`,
  );
  expect(csv.text.split("\n")[0]).toBe(
    "at,actor,actor_kind,action,subject_kind,subject,project,changes,address,client",
  );
  const json = await api(owner).get(`${path}audit/?as=json&kind=people`);
  expect(json.body).toHaveLength(2);
});
