import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#lib/access/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import {
  abilitiesOn,
  accessFields,
  administeredBy,
  memberOf,
  standingIn,
  visibleTo,
} from "#lib/projects/policy.ts";
import { listProjects } from "#lib/projects/queries.ts";
import { projectFilter } from "#lib/projects/schema.ts";
import {
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
  type Person,
} from "#test/factories/tenants.ts";

/** The same numbers each time, so that a failure can be looked at again. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = randomNumbers(20_261_121);
const chance = (probability: number): boolean => random() < probability;
const some = <T>(items: readonly T[], probability = 0.3): T[] => items.filter(() => chance(probability));

const people: Person[] = [];
const projects: { id: number }[] = [];

/** Three organizations with owners, teams of both kinds and projects of both levels, and projects with maintainers; some deleted. */
beforeAll(async () => {
  for (let count = 0; count < 6; count += 1) people.push(await buildPerson());
  people.push(await buildPerson({ superuser: true }));
  const level = () => (chance(0.5) ? "public" : "private");
  const deleted = () => (chance(0.15) ? { deletedAt: new Date() } : {});
  for (let count = 0; count < 3; count += 1) {
    const organization = await buildOrganization(people[count]!);
    const own: { id: number }[] = [];
    for (let each = 0; each < 8; each += 1) {
      own.push(await buildProject({ organization, privacyLevel: level(), ...deleted() }));
    }
    for (const access of ["admin", "readonly", "admin", "readonly"] as const) {
      await buildTeam(organization, { access, members: some(people), projects: some(own) });
    }
    projects.push(...own);
  }
  for (let count = 0; count < 8; count += 1) {
    const maintainer = people[Math.floor(random() * 6)]!;
    projects.push(await buildProject({ maintainer, privacyLevel: level(), ...deleted() }));
  }
});

function actors(): Actor[] {
  const caller = { address: "192.0.2.1", client: "test" };
  const tokens = people.flatMap(({ actor }) => [
    actor,
    { ...actor, projectIds: some(projects).map(({ id }) => id) },
    { ...actor, projectIds: [] },
  ]);
  return [{ ...caller, kind: "visitor" }, { kind: "system", job: "test" }, ...tokens];
}

it("what is said of a loaded project is what is asked of the database, for everybody", async () => {
  let seen = 0;
  for (const actor of actors()) {
    const rows = await db.project.findMany({ where: { deletedAt: null }, select: accessFields(actor) });
    const found = async (where: ReturnType<typeof visibleTo>) =>
      new Set((await db.project.findMany({ where, select: { id: true } })).map(({ id }) => id));
    const [visible, member, admin] = await Promise.all([
      found(visibleTo(actor)),
      found(memberOf(actor)),
      found(administeredBy(actor)),
    ]);
    const superuser = actor.kind === "token" && actor.superuser;
    for (const row of rows) {
      const may = abilitiesOn(actor, row);
      expect({ row: row.id, view: visible.has(row.id), admin: admin.has(row.id) }).toEqual({
        row: row.id,
        ...may,
      });
      // A superuser may do everything, but lists show what they have a part in.
      if (!superuser) expect(member.has(row.id)).toBe(standingIn(actor, row).member);
      if (may.view) seen += 1;
    }
    const listed = await listProjects(actor, projectFilter.parse({}), { limit: 1000, offset: 0 });
    expect(new Set(listed.rows.map(({ id }) => id))).toEqual(member);
    expect(listed.count).toBe(member.size);
    expect(Math.max(visible.size, member.size, admin.size)).toBeLessThanOrEqual(rows.length);
  }
  expect(seen).toBeGreaterThan(100);
});
