import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildPip, pip, pipRelease } from "#test/factories/pip.ts";
import {
  buildBuild,
  buildCompany,
  buildOrganization,
  buildProject,
  buildToken,
  buildVersion,
} from "#test/factories/tenants.ts";

const visitor = api();

const company = await buildCompany();
const { owner } = company;

describe("POST …/versions/<version>/builds/", () => {
  let project: { id: number; slug: string };
  let path: string;
  beforeEach(async () => {
    project = await company.project();
    path = `/projects/${project.slug}/versions/latest/builds/`;
  });

  it("[api D3] trigger: 401, 403, 202 with the whole build, project and version; one more build and its job", async () => {
    const pipProject = await buildPip(company);
    const release = "/projects/pip/versions/v1.0/builds/";
    expect((await visitor.post(release)).status).toBe(401);
    expect((await api(company.stranger).post(path)).status).toBe(403);
    const { status, body } = await api(owner).post(release, "{ not even JSON");
    expect(status).toBe(202);
    const id: number = body.build.id;
    expect(body).toEqual({
      build: {
        _links: {
          _self: `http://localhost:3000/api/v3/projects/pip/builds/${id}/`,
          notifications: `http://localhost:3000/api/v3/projects/pip/builds/${id}/notifications/`,
          project: "http://localhost:3000/api/v3/projects/pip/",
          version: "http://localhost:3000/api/v3/projects/pip/versions/v1.0/",
        },
        commit: null,
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        duration: null,
        error: "",
        finished: null,
        id: expect.any(Number),
        project: "pip",
        state: { code: "triggered", name: "Triggered" },
        success: null,
        urls: {
          build: `http://localhost:3000/projects/pip/builds/${id}/`,
          project: "http://localhost:3000/projects/pip/",
          version: "http://localhost:3000/dashboard/pip/version/v1.0/edit/",
        },
        version: "v1.0",
      },
      project: {
        ...pip,
        users: [{ username: company.admin.username }, { username: owner.username }],
      },
      triggered: true,
      version: pipRelease,
    });
    expect((await api(owner).get(`/projects/pip/builds/${id}/`)).body).toEqual(body.build);
    expect(await db.build.count({ where: { projectId: pipProject.id } })).toBe(2);
    const job = await db.$queryRaw`
      select data from pgboss.job where name = 'build.run' and (data ->> 'buildId')::int = ${id}`;
    expect(job).toEqual([{ data: { buildId: id } }]);
  });

  it("an inactive and a private version can be built", async () => {
    const version = await buildVersion(project, { active: false, privacyLevel: "private" });
    const answer = await api(owner).post(`/projects/${project.slug}/versions/${version.slug}/builds/`);
    expect(answer.status).toBe(202);
  });

  it("fields and expand work on the answer", async () => {
    const wanted = "expand=build.config,project.permissions,version.last_build";
    const fields = "fields=build.id,build.config,project.permissions,version.last_build.id";
    const { body } = await api(owner).post(`${path}?${wanted}&${fields}`);
    const { id } = await db.build.findFirstOrThrow({ where: { projectId: project.id } });
    expect(body).toEqual({
      build: { config: {}, id },
      project: { permissions: { admin: true } },
      version: { last_build: { id } },
    });
  });

  it("refusals: read-only members and tokens, unknown and hidden versions and projects", async () => {
    const hidden = await company.project({ privacyLevel: "private" });
    const { token } = await buildToken(owner, { scope: "read" });
    const inside = `/projects/${hidden.slug}/versions/latest/builds/`;
    expect((await api(company.reader).post(inside)).status).toBe(403);
    expect((await api(company.stranger).post(inside)).status).toBe(404);
    expect((await visitor.post(inside)).status).toBe(401);
    expect((await api({ token }).post(path)).status).toBe(403);
    const unknown = await api(owner).post(`/projects/${project.slug}/versions/absent/builds/`);
    expect([unknown.status, unknown.body]).toEqual([404, { detail: "No Version matches the given query." }]);
  });

  it("[builds F4] a newer build of the version cancels those before it, of no other version, and is the last build of it", async () => {
    const other = await buildVersion(project);
    const elsewhere = await buildBuild(project, other, { state: "triggered" });
    const first = (await api(owner).post(path)).body.build.id;
    const second = (await api(owner).post(path)).body.build.id;
    expect((await api(owner).get(`/projects/${project.slug}/builds/${first}/`)).body).toMatchObject({
      state: { code: "cancelled", name: "Cancelled" },
      success: false,
      duration: 0,
      finished: null,
    });
    expect(await db.cancellation.findUnique({ where: { buildId: first } })).toMatchObject({
      reason: "newer_build",
      newerBuildId: second,
    });
    expect(await db.build.findUnique({ where: { id: elsewhere.id } })).toMatchObject({ state: "triggered" });
    const latest = await api(owner).get(`/projects/${project.slug}/versions/latest/?expand=last_build`);
    expect(latest.body.last_build.id).toBe(second);
  });

  it("five at once: all are made, one is left to run", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => api(owner).post(path)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    const states = await db.build.groupBy({ by: ["state"], where: { projectId: project.id }, _count: true });
    expect(Object.fromEntries(states.map((row) => [row.state, row._count]))).toEqual({
      triggered: 1,
      cancelled: 4,
    });
  });

  it("[api D4] trigger_external_version: the commit of its last build is built again, with the addresses of its request", async () => {
    const pull = await buildVersion(project, {
      slug: "12",
      type: "external",
      pullNumber: 12,
      pullUrl: "https://github.com/x/y/pull/12",
      identifier: "c0ffee",
    });
    await buildBuild(project, pull, { commit: "bead", created: new Date(0) });
    await buildBuild(project, pull, { commit: "c0ffee" });
    const { status, body } = await api(owner).post(`/projects/${project.slug}/versions/12/builds/`);
    expect(status).toBe(202);
    expect(body.build).toMatchObject({ commit: "c0ffee", version: "12" });
    const base = `http://localhost:3000/api/v3/projects/${project.slug}/`;
    expect(body.version).toEqual({
      _links: { _self: `${base}versions/12/`, builds: `${base}versions/12/builds/`, project: base },
      active: true,
      aliases: [],
      built: false,
      downloads: {},
      hidden: false,
      id: pull.id,
      identifier: "c0ffee",
      privacy_level: "public",
      ref: null,
      slug: "12",
      type: "external",
      urls: {
        dashboard: { edit: `http://localhost:3000/dashboard/${project.slug}/version/12/edit/` },
        documentation: `http://${project.slug}--12.previews.localhost:3000/en/12/`,
        vcs: "https://github.com/x/y/pull/12",
      },
      verbose_name: "12",
    });
  });

  it("what a pull request's build made is downloaded from its own host", async () => {
    const pull = await buildVersion(project, { slug: "13", type: "external", pullNumber: 13 });
    const { id } = await buildBuild(project, pull, { publish: true });
    await db.buildArtifact.create({ data: { buildId: id, format: "pdf", name: "x", blob: "x", bytes: 1 } });
    const { body } = await api(owner).post(`/projects/${project.slug}/versions/13/builds/`);
    expect(body.version.downloads).toEqual({
      pdf: `http://${project.slug}--13.previews.localhost:3000/_/downloads/en/13/pdf/`,
    });
  });

  it("[builds F2] 400 with triggered false while the project's builds are off or its organization is disabled", async () => {
    const off = {
      triggered: false,
      build: null,
      project: { slug: project.slug },
      version: { slug: "latest" },
    };
    await db.project.update({
      where: { id: project.id },
      data: { buildsOffAt: new Date(), buildsOffReason: "operator" },
    });
    const refused = await api(owner).post(path);
    expect([refused.status, refused.body]).toEqual([400, expect.objectContaining({ triggered: false })]);
    expect(refused.body).toMatchObject(off);
    const disabled = await buildOrganization(owner);
    const inside = await buildProject({ organization: disabled });
    await db.organization.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } });
    expect((await api(owner).post(`/projects/${inside.slug}/versions/latest/builds/`)).status).toBe(400);
    expect(await db.build.count({ where: { projectId: { in: [project.id, inside.id] } } })).toBe(0);
  });
});
