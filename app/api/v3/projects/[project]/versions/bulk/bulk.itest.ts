import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildBuild, buildCompany, buildVersion, watchSites } from "#test/factories/tenants.ts";

const company = await buildCompany();
const owner = api(company.owner);

describe("PATCH …/versions/bulk/", () => {
  let project: { id: number; slug: string };
  let path: string;
  const stored = (slug: string) =>
    db.version.findFirstOrThrow({ where: { projectId: project.id, slug }, include: { builds: true } });

  beforeEach(async () => {
    project = await company.project();
    path = `/projects/${project.slug}/versions/bulk/`;
    await buildVersion(project, { slug: "v1" });
    await buildVersion(project, { slug: "v2", hidden: true });
    await buildVersion(project, { slug: "v3", active: false });
  });

  it("hides each that is named, and says of each what became of it", async () => {
    const changed = await watchSites(project);
    const { status, body } = await owner.patch(path, { versions: ["v2", "nope", "v1", "v1"], hidden: true });
    expect(status).toBe(200);
    expect(body.versions).toEqual([
      { slug: "v2", outcome: "unchanged", reason: null, build: null },
      { slug: "nope", outcome: "refused", reason: "There is no such version.", build: null },
      { slug: "v1", outcome: "changed", reason: null, build: null },
    ]);
    expect([(await stored("v1")).hidden, (await stored("v3")).hidden]).toEqual([true, false]);
    expect(await changed()).toEqual([true]);
    const events = await db.auditEvent.findMany({ where: { projectId: project.id }, orderBy: { id: "asc" } });
    expect(events.map(({ action, subjectLabel }) => [action, subjectLabel])).toEqual([
      ["version.update", "v1"],
      ["version.bulk_update", project.slug],
    ]);
  });

  it("takes versions off and cancels their builds, but not the default one", async () => {
    const waiting = await buildBuild(project, await stored("v1"), { state: "triggered" });
    const { body } = await owner.patch(path, { versions: ["latest", "v1"], active: false });
    expect(body.versions).toEqual([
      {
        slug: "latest",
        outcome: "refused",
        reason: expect.stringMatching(/^latest is the default version\./),
        build: null,
      },
      { slug: "v1", outcome: "changed", reason: null, build: null },
    ]);
    expect(await db.build.findUnique({ where: { id: waiting.id } })).toMatchObject({ state: "cancelled" });
  });

  it("builds each once, whether it was activated or only asked for", async () => {
    const { body } = await owner.patch(path, { versions: ["v1", "v3"], active: true, build: true });
    const [v1, v3] = [await stored("v1"), await stored("v3")];
    expect([v1.builds, v3.builds].map((builds) => builds.map(({ trigger }) => trigger))).toEqual([
      ["api"],
      ["activation"],
    ]);
    expect(body.versions.map(({ build }: { build: number }) => build)).toEqual([
      v1.builds[0]?.id,
      v3.builds[0]?.id,
    ]);
  });

  it("builds nothing that is not active, nor for a project that does not build", async () => {
    const reasons = async (versions: string[]) =>
      (await owner.patch(path, { versions, build: true })).body.versions.map(
        (one: { reason: string }) => one.reason,
      );
    expect(await reasons(["v3"])).toEqual(["v3 is not active. Activate it first: that also builds it."]);
    await db.project.update({
      where: { id: project.id },
      data: { buildsOffAt: new Date(), buildsOffReason: "failures" },
    });
    expect(await reasons(["v1"])).toEqual(["This project does not build at the moment."]);
    expect(await db.build.count({ where: { projectId: project.id } })).toBe(0);
  });

  it("leaves other projects and pull requests alone, and takes no more than 2,000", async () => {
    const other = await company.project();
    await buildVersion(other, { slug: "elsewhere" });
    await buildVersion(project, { slug: "42", type: "external", pullNumber: 42 });
    const { body } = await owner.patch(path, { versions: ["elsewhere", "42"], hidden: true });
    expect(body.versions.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["refused", "refused"]);
    expect(await db.version.count({ where: { slug: { in: ["elsewhere", "42"] }, hidden: true } })).toBe(0);
    const many = Array.from({ length: 2_001 }, (_, at) => `v${at}`);
    expect((await owner.patch(path, { versions: many, hidden: true })).body).toEqual({
      versions: ["Ensure this field has no more than 2000 elements."],
    });
    expect((await owner.patch(path, { versions: "v1", hidden: "x" })).body).toEqual({
      versions: ['Expected a list of items but got type "str".'],
      hidden: ["Must be a valid boolean."],
    });
  });

  it("changes some hundreds, each of them once, while somebody else does the same in the other order", async () => {
    await db.version.createMany({
      data: Array.from({ length: 240 }, (_, at) => ({
        projectId: project.id,
        slug: `n${at}`,
        verboseName: `n${at}`,
        type: "tag" as const,
        privacyLevel: "public" as const,
      })),
    });
    const versions = Array.from({ length: 240 }, (_, at) => `n${at}`);
    const answers = await Promise.all([
      owner.patch(path, { versions, hidden: true }),
      owner.patch(path, { versions: versions.toReversed(), hidden: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const outcomes = answers.flatMap(({ body }) => body.versions as { outcome: string }[]);
    expect(outcomes.filter(({ outcome }) => outcome === "changed")).toHaveLength(240);
    expect(await db.version.count({ where: { projectId: project.id, hidden: true, rowVersion: 1 } })).toBe(
      240,
    );
  });
});
