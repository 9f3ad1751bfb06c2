import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { pageOf, searchable, searchFor } from "#test/factories/searches.ts";
import {
  buildOwnedProject,
  buildProject,
  buildSubproject,
  type Person,
  watchSites,
} from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

const dns = await vi.hoisted(async () => {
  const { startDnsServer } = await import("#test/dns-server.ts");
  const server = await startDnsServer();
  process.env.DNS_SERVERS = server.address;
  return server;
});
afterAll(() => dns.close());

let owner: Person;
let project: { id: number; slug: string };
let list: string;
let owns: ReturnType<typeof api>;

beforeEach(async () => {
  ({ owner, project } = await buildOwnedProject());
  list = `/projects/${project.slug}/domains/`;
  owns = api(owner);
});

let count = 0;
const fresh = (): string => `docs${(count += 1)}.acme.com`;

/** Claims a domain and gives its address and its host. */
async function claim(
  more: object = {},
): Promise<{ at: string; host: string; body: ReturnType<typeof JSON.parse> }> {
  const host = fresh();
  const { status, body } = await owns.post(list, { domain: host, ...more });
  expect([status, body]).toEqual([201, expect.anything()]);
  return { at: `${list}${body.id}/`, host, body };
}

const verify = (host: string) =>
  db.domain.updateMany({ where: { host }, data: { state: "verified", verifiedAt: new Date() } });
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/);

describe("claiming a domain", () => {
  test("[serving M1] scheme and path are cut off; the answer says what to add to DNS", async () => {
    const host = fresh();
    const { status, body } = await owns.post(list, {
      domain: `HTTPS://${host.toUpperCase()}/en/latest/?x#y`,
    });
    expect(status).toBe(201);
    const at = `http://localhost:3000/api/v3${list}${body.id}/`;
    const challenge = body.records[1].expected[0];
    expect(challenge).toMatch(/^lectern-[\w-]{20,}$/);
    expect(body).toEqual({
      _links: {
        _self: at,
        check: `${at}check/`,
        project: `http://localhost:3000/api/v3/projects/${project.slug}/`,
      },
      canonical: false,
      created: moment,
      domain: host,
      headers: [],
      hsts_include_subdomains: false,
      hsts_max_age: 0,
      hsts_preload: false,
      https: false,
      id: body.id,
      last_check: null,
      modified: moment,
      next_check: null,
      project: project.slug,
      provider: null,
      records: [
        {
          type: "CNAME",
          name: host,
          expected: [`${project.slug}.docs.localhost`],
          found: [],
          state: "missing",
          note: "There is no such record yet. A domain that cannot have one, like example.com itself, is proven by the TXT record.",
        },
        {
          type: "TXT",
          name: `_lectern-challenge.${host}`,
          expected: [challenge],
          found: [],
          state: "missing",
          note: "Only needed where a CNAME record is not possible.",
        },
        {
          type: "ADDRESS",
          name: host,
          expected: [],
          found: [],
          state: "missing",
          note: "The domain leads to no address, so nobody can reach it.",
        },
      ],
      state: "pending",
      steps: [],
      verified: null,
      verify_by: moment,
    });
    expect((await owns.get(`${list}${body.id}/`)).body).toEqual(body);
    expect((await owns.get(list)).body).toEqual({ count: 1, next: null, previous: null, results: [body] });
    const days = (Date.parse(body.verify_by) - Date.parse(body.created)) / 86_400_000;
    expect(days).toBe(30);
  });

  const noDomain = ["Enter a domain such as docs.example.com: no IP address, no port, no underscore."];
  const ours = ["This domain belongs to the platform. Enter one of your own."];
  test.each([
    [{}, { domain: ["This field is required."] }],
    [{ domain: "" }, { domain: ["This field may not be blank."] }],
    [{ domain: "192.0.2.1" }, { domain: noDomain }],
    [{ domain: "http://[2001:db8::1]/" }, { domain: noDomain }],
    [{ domain: "docs_x.acme.com" }, { domain: noDomain }],
    [{ domain: "docs.acme.com:8443" }, { domain: noDomain }],
    [{ domain: "other.docs.localhost" }, { domain: ours }],
    [{ domain: "docs.localhost.acme.com" }, { domain: ours }],
    [
      { domain: `${"x".repeat(256)}.com` },
      { domain: ["Ensure this field has no more than 255 characters."] },
    ],
    [
      { domain: "a.acme.com", hsts_max_age: 60 },
      { hsts_max_age: ["Browsers can only be told to insist on HTTPS where it is on."] },
    ],
  ])("[serving M1] %j: 400", async (body, expected) =>
    expect(await owns.post(list, body)).toMatchObject({ status: 400, body: expected }),
  );

  test("[serving M2] a CNAME record to its own parent, or to another CNAME record, is refused; one to the project is not", async () => {
    dns.set("www.apex.example", { CNAME: "apex.example" });
    dns.set("apex.example", { A: ["192.0.2.1"] });
    expect(await owns.post(list, { domain: "www.apex.example" })).toMatchObject({
      status: 400,
      body: {
        domain: [
          "This domain has a CNAME record that points to its own parent domain, apex.example. Remove that record first.",
        ],
      },
    });
    const target = `${project.slug}.docs.localhost`;
    dns.set("docs.chain.example", { CNAME: "www.other.example" });
    dns.set("www.other.example", { CNAME: target });
    dns.set(target, { CNAME: "balancer.cloud.example" });
    const chained = await owns.post(list, { domain: "docs.chain.example" });
    expect(chained.status).toBe(400);
    expect(chained.body.domain[0]).toContain(`which is a CNAME record for ${target}`);
    dns.set("docs.direct.example", { CNAME: target });
    const direct = await owns.post(list, { domain: "docs.direct.example" });
    expect(direct).toMatchObject({ status: 201, body: { state: "pending" } });
    expect(direct.body.records[0]).toMatchObject({ found: [target], state: "ok" });
  });

  test("is possible while DNS is silent: the check comes later", async () => {
    dns.silent = true;
    try {
      const { body } = await claim();
      expect(body.records.map(({ state }: { state: string }) => state)).toEqual([
        "unknown",
        "unknown",
        "unknown",
      ]);
    } finally {
      dns.silent = false;
    }
  }, 15_000);

  test("a project claims a domain once; two projects may claim the same", async () => {
    const { host } = await claim();
    expect(await owns.post(list, { domain: host })).toMatchObject({
      status: 400,
      body: { domain: ["This project has the domain already."] },
    });
    const other = await buildOwnedProject();
    const { status } = await api(other.owner).post(`/projects/${other.project.slug}/domains/`, {
      domain: host,
    });
    expect(status).toBe(201);
  });

  test("[serving M1] the limit", async () => {
    await db.domain.createMany({
      data: Array.from({ length: 49 }, (_, index) => ({
        projectId: project.id,
        host: `many${index}.acme.com`,
        challenge: "",
        verifyBy: new Date(),
      })),
    });
    await claim();
    expect(await owns.post(list, { domain: fresh() })).toMatchObject({
      status: 400,
      body: ["This project has reached the limit of 50 domains. Remove one first."],
    });
  });

  test("leaves a check to do, a notice and a line in the history", async () => {
    const { host, body } = await claim();
    const jobs = await db.$queryRaw<unknown[]>`
      select 1 from pgboss.job where name = 'domain.check' and data->>'domainId' = ${String(body.id)}`;
    expect(jobs).toHaveLength(1);
    const notices = await owns.get(`/projects/${project.slug}/notifications/`);
    expect(notices.body.results).toMatchObject([
      {
        state: "unread",
        message: { id: "project:domain:validation-pending", body: expect.stringContaining(host) },
      },
    ]);
    const [event] = await db.auditEvent.findMany({ where: { projectId: project.id, subjectKind: "domain" } });
    expect(event).toMatchObject({ action: "domain.create", subjectLabel: host, actorId: owner.id });
  });
});

describe("the canonical mark", () => {
  test("[serving M1] a second one is refused, unless the mark is to move", async () => {
    const first = await claim({ canonical: true });
    const body = {
      canonical: [
        `${first.host} is the canonical domain already. Send move_canonical as well to move the mark.`,
      ],
    };
    expect(await owns.post(list, { domain: fresh(), canonical: true })).toMatchObject({ status: 400, body });
    const second = await claim();
    expect(await owns.patch(second.at, { canonical: true })).toMatchObject({ status: 400, body });
    expect(await owns.patch(first.at, { canonical: true })).toMatchObject({ status: 200 });
    const moved = await owns.patch(second.at, { canonical: true, move_canonical: true });
    expect(moved).toMatchObject({ status: 200, body: { canonical: true } });
    expect((await owns.get(first.at)).body.canonical).toBe(false);
    expect((await owns.patch(second.at, { canonical: false })).body.canonical).toBe(false);
  });

  test("of two who take it at once one gets it", async () => {
    const [one, other] = [await claim(), await claim()];
    const tries = await Promise.all([one, other].map(({ at }) => owns.patch(at, { canonical: true })));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("once verified, it is in every link to documentation: of the project, its versions, translations and subprojects", async () => {
    const { host } = await claim({ canonical: true, https: true });
    const child = await buildProject({ slug: `${project.slug}-part` });
    const spanish = await buildProject({ language: "es", translationOfId: project.id });
    await buildSubproject(project, child, "part");
    await db.project.updateMany({
      where: { id: { in: [child.id, spanish.id] } },
      data: { organizationId: await home() },
    });
    await searchable(project, "latest", { "index.html": pageOf("Kettle", "Boil the water.") });
    const addresses = async () => {
      const of = async (slug: string) => (await owns.get(`/projects/${slug}/`)).body.urls.documentation;
      const version = await owns.get(`/projects/${project.slug}/versions/latest/`);
      const found = await searchFor(`project:${project.slug} boil`, owner.token);
      const children = await owns.get(`/projects/${project.slug}/subprojects/`);
      return [
        await of(project.slug),
        await of(spanish.slug),
        await of(child.slug),
        version.body.urls.documentation,
        children.body.results[0].child.urls.documentation,
        `${found.body.results[0].domain}${found.body.results[0].path}`,
      ];
    };
    const platform = `http://${project.slug}.docs.localhost:3000`;
    const paths = [
      "/en/latest/",
      "/es/latest/",
      "/projects/part/en/latest/",
      "/en/latest/",
      "/projects/part/en/latest/",
      "/en/latest/index.html",
    ];
    expect(await addresses()).toEqual(paths.map((path) => platform + path));
    await verify(host);
    expect(await addresses()).toEqual(paths.map((path) => `https://${host}${path}`));
  });

  const home = async (): Promise<number | null> =>
    (await db.project.findUniqueOrThrow({ where: { id: project.id } })).organizationId;
});

describe("changing a domain", () => {
  test("[serving M1] https can be switched on, never off", async () => {
    const { at } = await claim();
    expect((await owns.patch(at, { https: true, hsts_max_age: 600 })).body).toMatchObject({
      https: true,
      hsts_max_age: 600,
    });
    expect(await owns.patch(at, { https: false })).toMatchObject({
      status: 400,
      body: { https: ["HTTPS cannot be switched off again: browsers may have been told to insist on it."] },
    });
    const next = await owns.patch(at, { hsts_include_subdomains: true, hsts_preload: true });
    expect(next.body).toMatchObject({ hsts_max_age: 600, hsts_include_subdomains: true, hsts_preload: true });
  });

  test("headers are replaced as a whole, and come from a list", async () => {
    const { at } = await claim({ headers: [{ name: "x-frame-options", value: "DENY" }] });
    const csp = { name: "Content-Security-Policy", value: "default-src 'self'", secure_only: true };
    expect((await owns.get(at)).body.headers).toEqual([
      { name: "X-Frame-Options", value: "DENY", secure_only: false },
    ]);
    expect((await owns.patch(at, { headers: [csp] })).body.headers).toEqual([csp]);
    expect((await owns.patch(at, {})).body.headers).toEqual([csp]);
    expect((await owns.patch(at, { headers: [] })).body.headers).toEqual([]);
    for (const header of [
      { name: "Set-Cookie", value: "a=b" },
      { name: "Strict-Transport-Security", value: "max-age=1" },
      { name: "Referrer-Policy", value: "a\r\nSet-Cookie: b" },
      { name: "Referrer-Policy", value: "ü" },
      { name: "Referrer-Policy" },
      "Referrer-Policy: x",
    ])
      expect((await owns.patch(at, { headers: [header] })).status).toBe(400);
    expect((await owns.patch(at, { headers: "x" })).status).toBe(400);
    expect((await owns.patch(at, { headers: [csp, csp] })).body).toEqual({
      headers: ["Content-Security-Policy is there twice."],
    });
  });

  test("the domain itself stays; one that expired has another 30 days", async () => {
    const { at, host } = await claim();
    const past = new Date(Date.now() - 86_400_000);
    await db.domain.updateMany({ where: { host }, data: { state: "expired", verifyBy: past } });
    const { body } = await owns.patch(at, { domain: "docs.other.example" });
    expect(body).toMatchObject({ domain: host, state: "pending" });
    expect(Date.parse(body.verify_by)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  });

  test("If-Match: of two writers one is refused", async () => {
    const { at } = await claim();
    const etag = (await owns.get(at)).headers.get("etag") ?? "";
    expect((await owns.patch(at, { canonical: true }, { "if-match": etag })).status).toBe(200);
    expect((await owns.patch(at, { canonical: false }, { "if-match": etag })).status).toBe(412);
    expect((await owns.delete(at, { "if-match": etag })).status).toBe(412);
  });

  test("docs hosts are told of what is served, and of nothing else", async () => {
    const { at, host } = await claim();
    const pending = await watchSites(project);
    await owns.patch(at, { canonical: true });
    expect(await pending()).toEqual([false]);
    await verify(host);
    const verified = await watchSites(project);
    await owns.patch(at, { headers: [{ name: "Referrer-Policy", value: "no-referrer" }] });
    expect(await verified()).toEqual([true]);
    const removed = await watchSites(project);
    expect((await owns.delete(at)).status).toBe(204);
    expect(await removed()).toEqual([true]);
    expect((await owns.get(at)).status).toBe(404);
    const { body } = await owns.get(`/projects/${project.slug}/notifications/?state=unread`);
    expect(body.count).toBe(0);
  });

  test("a check is queued, and begins an expired one anew", async () => {
    const { at, host } = await claim();
    await db.domain.updateMany({ where: { host }, data: { state: "expired" } });
    expect(await owns.post(`${at}check/`)).toMatchObject({
      status: 202,
      body: { domain: host, state: "pending" },
    });
  });
});

describe("[serving M2] subprojects", () => {
  test("get no domain and change none, but may give up one they had", async () => {
    const { at } = await claim();
    const parent = await buildProject();
    await buildSubproject(parent, project);
    const refusal = {
      status: 400,
      body: [
        "The pages of a subproject are on the domain of its parent. Add the domain to the parent project instead.",
      ],
    };
    expect(await owns.post(list, { domain: fresh() })).toMatchObject(refusal);
    expect(await owns.patch(at, { canonical: true })).toMatchObject(refusal);
    expect((await owns.delete(at)).status).toBe(204);
  });
});

describe("whether to get a certificate", () => {
  const ask = (domain: string) => api().get(`/domains/ask/?domain=${encodeURIComponent(domain)}`);

  test("only for a domain that is verified, of a project that is there", async () => {
    const { host } = await claim();
    expect((await ask(host)).status).toBe(404);
    await verify(host);
    expect(await ask(host.toUpperCase())).toMatchObject({ status: 200, body: { domain: host } });
    expect((await ask(`x.${host}`)).status).toBe(404);
    await db.project.update({ where: { id: project.id }, data: { deletedAt: new Date() } });
    expect((await ask(host)).status).toBe(404);
  });
});

test("a list takes as many queries for ten domains as for one", async () => {
  // A page that is full has to be counted as well.
  const measure = async () => (await countStatements(() => owns.get(`${list}?limit=20`))).statements;
  await claim();
  const one = await measure();
  for (let n = 0; n < 9; n += 1) await claim({ headers: [{ name: "Referrer-Policy", value: "origin" }] });
  expect(await measure()).toBe(one);
});
