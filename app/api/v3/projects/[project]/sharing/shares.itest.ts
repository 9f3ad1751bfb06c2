import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { secretHash } from "#lib/sharing/secrets/queries.ts";
import { api, type Json } from "#test/api.ts";
import { buildShare } from "#test/factories/shares.ts";
import { buildOwnedProject, buildProject, buildSubproject, watchSites } from "#test/factories/tenants.ts";
import { auditedOf, buildSharingProject, type SharingProject } from "#test/sharing-project.ts";
import { countStatements } from "#test/statements.ts";

const noon = "2026-03-10T12:00:00Z";
const at = (moment: string) => vi.spyOn(clock, "now").mockReturnValue(new Date(moment));
afterEach(() => vi.restoreAllMocks());

let made: SharingProject;
beforeEach(async () => {
  made = await buildSharingProject();
  at(noon);
});

describe("making shares", () => {
  test("a secret link answers its address and reads back the same", async () => {
    const { owner, project, owns, share } = made;
    const told = await watchSites(project);
    const { body, one } = await share();
    const self = `http://localhost:3000/api/v3${one}`;
    expect(body).toEqual({
      _links: {
        _self: self,
        project: `http://localhost:3000/api/v3/projects/${project.slug}/`,
        recipients: `${self}recipients/`,
        sessions: `${self}sessions/`,
        uses: `${self}uses/`,
      },
      access_type: "token",
      allow_all: true,
      can_reveal: true,
      created: noon,
      created_by: (await db.user.findUniqueOrThrow({ where: { id: owner.id } })).username,
      description: "Contractor",
      expires: "2026-03-17",
      first_used_at: null,
      for_recipients: false,
      id: body.id,
      landing_path: null,
      last_used_at: null,
      length_days: 7,
      modified: noon,
      notify_before_end: true,
      notify_first_use: true,
      old_secret_until: null,
      password: null,
      path_prefixes: [],
      project: project.slug,
      recipients: 0,
      revoked_at: null,
      sessions_ended: 0,
      status: "live",
      token: expect.stringMatching(/^lcl_[\w-]{32}$/),
      token_prefix: body.token.slice(0, 8),
      undo_until: null,
      url: `http://${project.slug}.docs.localhost:3000/_/sharing/${body.token}?next=%2Fen%2Flatest%2F`,
      uses: 0,
      uses_by_day: Array.from({ length: 30 }, () => 0),
      version_patterns: [],
      versions: [],
    });
    const { password: _, sessions_ended: __, ...shown } = body;
    expect((await owns.get(one)).body).toEqual(shown);
    expect(await told()).toEqual([true]);
    expect(await auditedOf(body.id)).toEqual(["share.create"]);
  });

  test("a password is made or taken, and told once; its link can be read again", async () => {
    const { owns, share } = made;
    const { body, one } = await share({ access_type: "password" });
    expect(body).toMatchObject({ token: null, password: expect.stringMatching(/^[a-z-]+-\d\d$/) });
    const again = (await owns.get(one)).body;
    expect(again).toMatchObject({ token: null, url: body.url });
    expect(again).not.toHaveProperty("password");
    expect(body.url).toContain(`/_/sharing/${body.token_prefix}`);
    expect((await share({ access_type: "password", password: "korrekt Pferd" })).body.password).toBe(
      "korrekt Pferd",
    );
  });

  test("a header token is told once and stored as a keyed hash only", async () => {
    const { project, owns, share } = made;
    const { body, one } = await share({ access_type: "http_header_token" });
    expect(body).toMatchObject({
      token: expect.stringMatching(/^lch_[\w-]{32}$/),
      url: null,
      password: null,
    });
    expect((await owns.get(one)).body).toMatchObject({
      token: null,
      token_prefix: body.token.slice(0, 8),
      url: null,
    });
    const [row, ...more] = await db.shareSecret.findMany({ where: { shareId: body.id } });
    expect(more).toEqual([]);
    expect(row).toMatchObject({ kind: "header_token", sealed: null });
    expect(Buffer.from(row!.lookupHash!)).toEqual(secretHash("header_token", project.id, body.token).hash);
  });

  test("chosen versions, patterns and paths come back, and decide where people land", async () => {
    const { project, share } = made;
    const { body } = await share({ versions: ["2.0", "1.0"], version_patterns: ["3.*"] });
    expect(body).toMatchObject({ allow_all: false, versions: ["1.0", "2.0"], version_patterns: ["3.*"] });
    expect(new URL(body.url).searchParams.get("next")).toBe("/en/2.0/");
    const paths = await share({ version_patterns: ["2.*"], path_prefixes: ["/guide/"] });
    expect(new URL(paths.body.url).searchParams.get("next")).toBe("/en/2.1/guide/");
    const landing = await share({ landing_path: "/en/latest/a b.html?x=1" });
    expect(new URL(landing.body.url).searchParams.get("next")).toBe("/en/latest/a b.html?x=1");
    const nowhere = await share({ version_patterns: ["9.*"] });
    expect(nowhere.body.url).toBe(
      `http://${project.slug}.docs.localhost:3000/_/sharing/${nowhere.body.token}`,
    );
  });

  test("a subproject's link is on its parent's host", async () => {
    const { project, owns } = made;
    const { organizationId } = await db.project.findUniqueOrThrow({ where: { id: project.id } });
    const child = await buildProject({ organization: { id: organizationId! } });
    await buildSubproject(project, child, "part");
    const { body } = await owns.post(`/projects/${child.slug}/sharing/`, {
      description: "Part",
      access_type: "token",
    });
    expect(body.url).toBe(
      `http://${project.slug}.docs.localhost:3000/_/sharing/${body.token}?next=%2Fprojects%2Fpart%2Fen%2Flatest%2F`,
    );
  });

  test("one for recipients has no secret itself", async () => {
    const { owns, share } = made;
    const { body, one } = await share({ for_recipients: true });
    expect(body).toMatchObject({ for_recipients: true, token: null, token_prefix: null, url: null });
    expect((await owns.post(`${one}rotate/`, {})).status).toBe(409);
  });

  test("sent twice with the same key it is made once", async () => {
    const { project, list, owns } = made;
    const key = { "idempotency-key": "once" };
    const wanted = { description: "Once", access_type: "http_header_token" };
    const [first, second] = [await owns.post(list, wanted, key), await owns.post(list, wanted, key)];
    expect(second.body).toEqual(first.body);
    expect(await db.share.count({ where: { projectId: project.id } })).toBe(1);
  });

  const refused: [wrong: object, problems: object][] = [
    [{ description: undefined }, { description: ["This field is required."] }],
    [
      { description: "x".repeat(151) },
      { description: ["Ensure this field has no more than 150 characters."] },
    ],
    [{ access_type: "link" }, { access_type: ['"link" is not a valid choice.'] }],
    [{ expires: "2026-03-09" }, { expires: ["Choose today or a later date."] }],
    [
      { expires: "2026-02-30" },
      { expires: ["Date has wrong format. Use one of these formats instead: YYYY-MM-DD."] },
    ],
    [{ allow_all: false }, { versions: ["Choose at least one version."] }],
    [{ allow_all: true, versions: ["1.0"] }, { versions: ["Leave this empty, or set allow_all to false."] }],
    [
      { allow_all: true, version_patterns: ["1.*"] },
      { version_patterns: ["Leave this empty, or set allow_all to false."] },
    ],
    [{ versions: ["9.9"] }, { versions: ["Object with slug=9.9 does not exist."] }],
    [{ versions: ["open"] }, { versions: ["open is already public."] }],
    [{ versions: ["old"] }, { versions: ["old is not active."] }],
    [
      { version_patterns: ["**"] },
      { version_patterns: ["This covers every version. Set allow_all instead."] },
    ],
    [
      { version_patterns: ["2/*"] },
      { version_patterns: ["Enter version names with * for anything, such as 2.*"] },
    ],
    [{ path_prefixes: ["guide/"] }, { path_prefixes: ["Enter a path below a version, such as /guide/"] }],
    [{ path_prefixes: ["/a/../b/"] }, { path_prefixes: ["Enter a path below a version, such as /guide/"] }],
    [{ landing_path: "//evil.example" }, { landing_path: ["Enter a path such as /en/latest/intro.html."] }],
    [{ landing_path: "/_/sharing/x" }, { landing_path: ["Enter a path such as /en/latest/intro.html."] }],
    [{ password: "long enough" }, { password: ["Only shares by password have one."] }],
    [{ access_type: "password", password: "short" }, { password: ["Use at least 8 characters."] }],
    [
      { access_type: "password", password: " padded password" },
      { password: ["Passwords do not begin or end with a space."] },
    ],
    [
      { access_type: "password", password: "x".repeat(129) },
      { password: ["Ensure this field has no more than 128 characters."] },
    ],
    [
      { access_type: "http_header_token", landing_path: "/en/latest/" },
      { landing_path: ["Nobody lands on a page with a header token."] },
    ],
  ];
  test(`refuses ${refused.length} kinds of bad input by field`, async () => {
    const { project, list, owns } = made;
    for (const [wrong, problems] of refused) {
      const { status, body } = await owns.post(list, { description: "X", access_type: "token", ...wrong });
      expect([wrong, status, body]).toEqual([wrong, 400, problems]);
    }
    expect(await db.share.count({ where: { projectId: project.id } })).toBe(0);
  });

  test("a project has at most 500 live ones", async () => {
    const { project, list, owns } = made;
    const expired = await buildShare(project, { expires: "2026-03-09" });
    await db.share.createMany({
      data: Array.from({ length: 500 }, () => ({
        projectId: project.id,
        accessType: "token" as const,
        description: "Many",
        expires: new Date("2026-03-10"),
        allVersions: true,
      })),
    });
    const wanted = { description: "One more", access_type: "token" };
    const one = `${list}${expired.id}/`;
    const full = {
      status: 400,
      body: ["A project has at most 500 live shares. Revoke some that nobody uses."],
    };
    expect(await owns.post(list, wanted)).toMatchObject(full);
    expect(await owns.post(`${one}extend/`, {})).toMatchObject(full);
    expect(await owns.patch(one, { expires: "2026-03-20" })).toMatchObject(full);
    expect((await owns.patch(one, { description: "Over" })).status).toBe(200);
    at("2026-03-11T00:00:00Z");
    expect((await owns.post(list, wanted)).status).toBe(201);
    await db.share.deleteMany({ where: { projectId: project.id } });
  });
});

describe("passwords are unique among the live ones of a project", () => {
  const taken = {
    status: 400,
    body: {
      password: ["Another live share of this project already uses this password; choose a different one."],
    },
  };
  const wanted = { description: "X", access_type: "password", password: "Grüße an alle" };

  test("also when written with other code points, and free again once nothing can bring the first back", async () => {
    const { list, owns, share } = made;
    const { one } = await share(wanted);
    expect(await owns.post(list, wanted)).toMatchObject(taken);
    expect(await owns.post(list, { ...wanted, password: "Grüße an alle".normalize("NFD") })).toMatchObject(
      taken,
    );
    await owns.delete(one);
    expect(await owns.post(list, wanted)).toMatchObject(taken);
    at("2026-03-10T12:00:16Z");
    expect((await owns.post(list, wanted)).status).toBe(201);
  });

  test("of two at once one gets it", async () => {
    const { list, owns } = made;
    const answers = await Promise.all([owns.post(list, wanted), owns.post(list, wanted)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  test("other projects may use it", async () => {
    const { share } = made;
    await share(wanted);
    const other = await buildOwnedProject();
    const { status } = await api(other.owner).post(`/projects/${other.project.slug}/sharing/`, wanted);
    expect(status).toBe(201);
  });
});

describe("the list", () => {
  test("holds the live ones, newest first; others on request", async () => {
    const { list, owns, share } = made;
    const live = await share({ description: "Live", expires: "2026-06-01" });
    at("2026-03-10T12:00:01Z");
    const soon = await share({ description: "Soon", expires: "2026-03-12", access_type: "password" });
    const expired = await share({ description: "Expired", expires: "2026-03-10", versions: ["2.0"] });
    const revoked = await share({ description: "100%_gone", version_patterns: ["2.*"] });
    await owns.delete(revoked.one);
    at("2026-03-11T00:00:00Z");
    const ids = async (query: string) =>
      (await owns.get(`${list}?${query}`)).body.results.map(({ id }: Json) => id);
    const [a, b, c, d] = [live, soon, expired, revoked].map(({ body }) => body.id);
    const rows: [string, number[]][] = [
      ["", [b, a]],
      ["status=live", [b, a]],
      ["status=expiring", [b]],
      ["status=expired", [c]],
      ["status=revoked", [d]],
      ["status=all", [d, c, b, a]],
      ["status=all&sort=expires", [c, b, d, a]],
      ["status=all&sort=-last_used", [d, c, b, a]],
      ["status=all&type=password", [b]],
      ["status=all&version=2.0", [d, c, b, a]],
      ["status=all&version=1.0", [b, a]],
      ["status=all&q=%25_G", [d]],
      ["status=all&by=nobody", []],
      ["status=all&limit=1&offset=1", [c]],
    ];
    for (const [query, expected] of rows) expect([query, await ids(query)]).toEqual([query, expected]);
    expect((await owns.get(`${list}?status=ended`)).status).toBe(400);
    expect((await owns.get(expired.one)).body.status).toBe("expired");
  });

  test("takes as many statements for one as for many, and counts the sessions of 30 days", async () => {
    const { list, owns, share } = made;
    const { body } = await share();
    await db.shareUseDaily.createMany({
      data: [
        { shareId: body.id, day: new Date("2026-03-10"), sessions: 2 },
        { shareId: body.id, day: new Date("2026-02-09"), sessions: 3 },
        { shareId: body.id, day: new Date("2026-02-08"), sessions: 50 },
      ],
    });
    const one = await countStatements(() => owns.get(list));
    expect(one.answer.body.results[0].uses).toBe(5);
    expect(one.answer.body.results[0].uses_by_day).toHaveLength(30);
    for (const slug of ["1.0", "2.0", "2.1"]) await share({ versions: [slug], path_prefixes: ["/guide/"] });
    const many = await countStatements(() => owns.get(list));
    expect(many.answer.body.count).toBe(4);
    expect(many.statements).toBe(one.statements);
  });
});
