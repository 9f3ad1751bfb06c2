import { describe, expect, test } from "vitest";
import { api } from "#test/api.ts";
import { buildOrganization, buildPerson, buildProject, buildTeam } from "#test/factories/tenants.ts";
import { testProjectRows } from "#test/project-rows.ts";

testProjectRows(async (owner) => buildProject({ organization: await buildOrganization(owner) }));

describe("teams", () => {
  test.each(["redirects", "environmentvariables"])(
    "with admin access see %s, read-only ones do not",
    async (name) => {
      const [owner, admin, reader] = [await buildPerson(), await buildPerson(), await buildPerson()];
      const organization = await buildOrganization(owner);
      const project = await buildProject({ organization });
      await buildTeam(organization, { access: "admin", members: [admin], projects: [project] });
      await buildTeam(organization, { access: "readonly", members: [reader], projects: [project] });
      const list = `/projects/${project.slug}/${name}/`;
      expect((await api(admin).get(list)).status).toBe(200);
      expect((await api(reader).get(list)).status).toBe(403);
      expect((await api(reader).post(list, {})).status).toBe(403);
    },
  );
});
