import { expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildBuild, buildOwnedProject, buildVersion } from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

/** What a list costs does not depend on how long it is. */
let position = 0;

const { owner, project } = await buildOwnedProject();
const logged = await buildBuild(project, await buildVersion(project));

/** Versions with a published build, its configuration, notice and artifact; and as many commands of one build. */
async function add(count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) {
    const version = await buildVersion(project);
    const config = await db.buildConfig.create({
      data: { sha256: Buffer.from(version.slug), body: { version: "2" } },
    });
    const { id: buildId } = await buildBuild(project, version, { publish: true, configId: config.id });
    await db.notice.create({ data: { buildId, messageId: "build:user:time-out" } });
    await db.buildArtifact.create({ data: { buildId, format: "pdf", name: "x", blob: "x", bytes: 1 } });
    position += 1;
    await db.buildCommand.create({ data: { buildId: logged.id, position, step: "building", command: "x" } });
  }
}

it("versions, builds and commands with everything that can be added to them", async () => {
  await add(1);
  const paths = [
    `/projects/${project.slug}/versions/?limit=100&expand=last_build.config`,
    `/projects/${project.slug}/builds/?limit=100&expand=config`,
    `/projects/${project.slug}/builds/${logged.id}/commands/?limit=100`,
  ];
  const counts = async () => {
    const found: { rows: number; statements: number }[] = [];
    for (const path of paths) {
      const list = () => api(owner).get(path);
      await list();
      const { answer, statements } = await countStatements(list);
      found.push({ rows: answer.body.results.length, statements });
    }
    return found;
  };
  const few = await counts();
  await add(8);
  const many = await counts();
  expect(many.map(({ statements: count }) => count)).toEqual(few.map(({ statements: count }) => count));
  for (const [index, { rows }] of many.entries()) expect(rows).toBeGreaterThan((few[index]?.rows ?? 0) + 5);
});
