import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkDomain, queueDueChecks } from "#lib/domains/checks/commands.ts";
import { findingsOf } from "#lib/domains/present.ts";
import { isServed } from "#lib/domains/queries.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { buildOwnedProject, watchSites } from "#test/factories/tenants.ts";

const dns = await vi.hoisted(async () => {
  const { startDnsServer } = await import("#test/dns-server.ts");
  const server = await startDnsServer();
  process.env.DNS_SERVERS = server.address;
  return server;
});
afterAll(() => dns.close());
afterEach(() => {
  dns.silent = false;
  vi.restoreAllMocks();
});

type Project = { id: number; slug: string };
let project: Project;
let host: string;
let id: number;
let count = 0;

const days = (number: number) => new Date(Date.now() + number * 86_400_000);
const targetOf = ({ slug }: Project) => `${slug}.docs.localhost`;
const challengeOf = ({ slug }: Project) => `lectern-${slug}`;

const claim = async (by: Project, columns: { nextCheckAt?: Date } = {}) =>
  (
    await db.domain.create({
      data: { projectId: by.id, host, challenge: challengeOf(by), verifyBy: days(30), ...columns },
      select: { id: true },
    })
  ).id;
const row = (which = id) => db.domain.findUniqueOrThrow({ where: { id: which } });
const notices = async (of = project) =>
  (
    await db.notice.findMany({
      where: { projectId: of.id, state: { in: ["unread", "read"] } },
      select: { messageId: true },
    })
  ).map(({ messageId }) => messageId);
/** Name and state of each step. */
const steps = async (which = id) =>
  findingsOf((await row(which)).findings)
    .steps.map(({ name, state }) => `${name} ${state}`)
    .join(", ");

beforeEach(async () => {
  ({ project } = await buildOwnedProject());
  host = `docs${(count += 1)}.acme.com`;
  id = await claim(project);
});

describe("a check of DNS", () => {
  test("a CNAME record to the project verifies its domain, which docs hosts are told", async () => {
    dns.set(host, { CNAME: targetOf(project) });
    const told = await watchSites(project);
    expect(await checkDomain(id)).toBe("verified");
    expect(await told()).toEqual([true]);
    expect(await row()).toMatchObject({
      state: "verified",
      verifiedAt: expect.any(Date),
      lastCheckedAt: expect.any(Date),
    });
    expect(await isServed(host)).toBe(true);
    // Nothing answers at such a name, so the last steps say why.
    expect(await steps()).toBe("dns done, ownership done, certificate failed, live failed");
    const last = findingsOf((await row()).findings).steps.at(-1);
    expect(last?.note).toBe("The server could not be reached.");
    expect(await notices()).toEqual([]);
  });

  test("so does the text, where the host leads somewhere", async () => {
    dns.set(`_lectern-challenge.${host}`, { TXT: ["v=spf1 -all", challengeOf(project)] });
    expect(await checkDomain(id)).toBe("pending");
    dns.set(host, { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] });
    dns.set("acme.com", { NS: ["amy.ns.cloudflare.com"] });
    expect(await checkDomain(id)).toBe("verified");
    const { provider, records } = findingsOf((await row()).findings);
    expect(provider).toBe("Cloudflare");
    expect(records.map(({ type, state }) => `${type} ${state}`)).toEqual([
      "CNAME unneeded",
      "TXT ok",
      "ADDRESS unknown",
    ]);
    expect(records[2]?.found).toEqual(["192.0.2.1", "2001:db8::1"]);
  });

  test("what is not there yet is pending, what is in the way has failed, and both are looked at again", async () => {
    expect(await checkDomain(id)).toBe("pending");
    expect(await steps()).toBe("dns waiting, ownership waiting, certificate waiting, live waiting");
    dns.set(host, { CNAME: "pages.example.net" });
    const told = await watchSites(project);
    expect(await checkDomain(id)).toBe("failed");
    expect(await steps()).toBe("dns done, ownership failed, certificate waiting, live waiting");
    expect(await told()).toEqual([false]);
    expect(await notices()).toEqual(["project:domain:validation-pending"]);
    const { nextCheckAt, lastCheckedAt } = await row();
    expect(nextCheckAt!.getTime() - lastCheckedAt!.getTime()).toBe(120_000);
  });

  test("[serving M2] a name that leads to the project through another one, or is another project's, proves nothing", async () => {
    dns.set(host, { CNAME: "www.acme.com" });
    dns.set("www.acme.com", { CNAME: targetOf(project) });
    expect(await checkDomain(id)).toBe("failed");
    const { project: other } = await buildOwnedProject();
    dns.set(host, { CNAME: targetOf(other) });
    expect(await checkDomain(id)).toBe("failed");
    expect(await isServed(host)).toBe(false);
  });

  test("what strangers write into DNS is kept as text that can be stored and shown, and little of it", async () => {
    const odd = [
      "a\0b",
      "\x1b[2J",
      "\x7f",
      "x".repeat(255),
      ...Array.from({ length: 30 }, (_, i) => `t${i}`),
    ];
    dns.set(`_lectern-challenge.${host}`, { TXT: odd });
    expect(await checkDomain(id)).toBe("pending");
    const { records } = findingsOf((await row()).findings);
    expect(records[1]?.found).toEqual([
      "a�b",
      "�[2J",
      "�",
      "x".repeat(255),
      ...Array.from({ length: 6 }, (_, i) => `t${i}`),
    ]);
    dns.set(host, { A: ["192.0.2.1"] });
    dns.set(`_lectern-challenge.${host}`, { TXT: [...odd.slice(1, 20), challengeOf(project)] });
    expect(await checkDomain(id)).toBe("verified");
  });

  test("no answer changes nothing", async () => {
    dns.silent = true;
    await db.domain.update({ where: { id }, data: { verifyBy: days(-1) } });
    expect(await checkDomain(id)).toBe("pending");
    expect(findingsOf((await row()).findings).records.map(({ state }) => state)).toEqual([
      "unknown",
      "unknown",
      "unknown",
    ]);
  }, 15_000);

  test("after 30 days without a proof nobody looks any more", async () => {
    await db.domain.update({ where: { id }, data: { verifyBy: days(-1) } });
    expect(await checkDomain(id)).toBe("expired");
    expect(await row()).toMatchObject({ state: "expired", nextCheckAt: null });
    expect(await notices()).toEqual(["project:domain:validation-expired"]);
  });

  test("of a domain that is gone, or whose project is, does nothing", async () => {
    await db.project.update({ where: { id: project.id }, data: { deletedAt: new Date() } });
    expect(await checkDomain(id)).toBeNull();
    await db.domain.delete({ where: { id } });
    expect(await checkDomain(id)).toBeNull();
  });

  test("that was overtaken by a change stores nothing", async () => {
    dns.set(host, { CNAME: targetOf(project) });
    dns.silent = true;
    const before = dns.asked;
    const checked = checkDomain(id);
    await vi.waitFor(() => expect(dns.asked).toBeGreaterThan(before));
    await db.domain.update({ where: { id }, data: { rowVersion: { increment: 1 } } });
    dns.silent = false;
    expect(await checked).toBe("pending");
    expect(await row()).toMatchObject({ state: "pending", lastCheckedAt: null });
    expect(await checkDomain(id)).toBe("verified");
  }, 15_000);
});

describe("a verified domain", () => {
  beforeEach(async () => {
    dns.set(host, { CNAME: targetOf(project) });
    await checkDomain(id);
  });

  test("stays when its proof is gone, which its people are told, and ends 30 days after it was last seen", async () => {
    const proof = await row();
    dns.set(host, {});
    expect(await checkDomain(id)).toBe("verified");
    expect(await notices()).toEqual(["project:domain:validation-lost"]);
    expect(await checkDomain(id)).toBe("verified");
    expect((await row()).verifyBy).toEqual(proof.verifyBy);
    expect(proof.verifyBy.getTime()).toBeGreaterThan(days(29.9).getTime());

    vi.spyOn(clock, "now").mockReturnValue(days(31));
    const told = await watchSites(project);
    expect(await checkDomain(id)).toBe("expired");
    expect(await told()).toEqual([true]);
    expect(await isServed(host)).toBe(false);
    expect(await notices()).toEqual(["project:domain:validation-expired"]);
  });

  test("keeps what was seen of it while DNS is silent, and nobody is told", async () => {
    dns.silent = true;
    expect(await checkDomain(id)).toBe("verified");
    expect(await steps()).toContain("dns done, ownership done");
    expect(await notices()).toEqual([]);
  }, 15_000);

  test("whose proof comes back is as before", async () => {
    dns.set(host, {});
    await checkDomain(id);
    dns.set(host, { CNAME: targetOf(project) });
    expect(await checkDomain(id)).toBe("verified");
    expect(await notices()).toEqual([]);
  });

  test("is looked at without a line in the history each time", async () => {
    const history = () => db.auditEvent.count({ where: { subjectKind: "domain", subjectId: String(id) } });
    const before = await history();
    await checkDomain(id);
    await checkDomain(id);
    expect([before, await history()]).toEqual([1, 1]);
  });

  test("is not taken by a claim without proof, nor by one whose proof stands beside the first one", async () => {
    const { project: other } = await buildOwnedProject();
    const claimed = await claim(other);
    expect(await checkDomain(claimed)).toBe("failed");
    dns.set(`_lectern-challenge.${host}`, { TXT: [challengeOf(other)] });
    dns.set(targetOf(project), { A: ["192.0.2.1"] });
    expect(await checkDomain(claimed)).toBe("failed");
    const ownership = findingsOf((await row(claimed)).findings).steps[1];
    expect(ownership?.note).toContain("Another project has verified this domain");
    expect((await row()).state).toBe("verified");
  });

  test("is not taken while DNS does not say whether its own proof is still there", async () => {
    const { project: other } = await buildOwnedProject();
    const claimed = await claim(other);
    dns.set(`_lectern-challenge.${host}`, { TXT: [challengeOf(other)] });
    dns.set(host, { A: ["192.0.2.1"], failing: ["CNAME"] });
    expect(await checkDomain(claimed)).toBe("pending");
    expect((await row()).state).toBe("verified");
    dns.set(host, { A: ["192.0.2.1"] });
    expect(await checkDomain(claimed)).toBe("verified");
  });

  test("goes to the project whose proof replaces its own, and both sites are told", async () => {
    const { project: other } = await buildOwnedProject();
    const claimed = await claim(other);
    dns.set(host, { CNAME: targetOf(other) });
    const told = await watchSites(project, other);
    expect(await checkDomain(claimed)).toBe("verified");
    expect(await told()).toEqual([true, true]);
    expect((await row()).state).toBe("failed");
    expect(await notices()).toEqual(["project:domain:validation-lost"]);
    expect(await notices(other)).toEqual([]);
  });

  test("of a deleted project keeps nobody out", async () => {
    const { project: other } = await buildOwnedProject();
    const claimed = await claim(other);
    dns.set(`_lectern-challenge.${host}`, { TXT: [challengeOf(other)] });
    dns.set(targetOf(project), { A: ["192.0.2.1"] });
    await db.project.update({ where: { id: project.id }, data: { deletedAt: new Date() } });
    expect(await checkDomain(claimed)).toBe("verified");
    expect((await row()).state).toBe("failed");
  });

  test("is never two projects', however many prove it at once", async () => {
    const { project: other } = await buildOwnedProject();
    const { project: third } = await buildOwnedProject();
    const claims = [await claim(other), await claim(third)];
    dns.set(host, { A: ["192.0.2.1"] });
    dns.set(`_lectern-challenge.${host}`, { TXT: [challengeOf(other), challengeOf(third)] });
    await Promise.allSettled(claims.map((one) => checkDomain(one)));
    expect(await db.domain.count({ where: { host, state: "verified" } })).toBe(1);
  });
});

test("what is due is queued once, the rest is not", async () => {
  await db.domain.updateMany({ data: { nextCheckAt: null } });
  await db.domain.update({ where: { id }, data: { nextCheckAt: days(-1) } });
  await claim((await buildOwnedProject()).project, { nextCheckAt: days(1) });
  expect(await queueDueChecks()).toBe(1);
  expect(await queueDueChecks()).toBe(1);
  const jobs = await db.$queryRaw<unknown[]>`
    select 1 from pgboss.job where name = 'domain.check' and state = 'created'`;
  expect(jobs).toHaveLength(1);
});
