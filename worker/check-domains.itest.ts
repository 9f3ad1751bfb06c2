import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startQueue, stopQueue } from "#lib/platform/jobs/queue.ts";
import { api } from "#test/api.ts";
import { openDocsHosts } from "#test/docs-client.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import { buildOwnedProject } from "#test/factories/tenants.ts";
import { takeDomainChecks } from "#worker/check-domains.ts";

const dns = await vi.hoisted(async () => {
  const { startDnsServer } = await import("#test/dns-server.ts");
  const server = await startDnsServer();
  process.env.DNS_SERVERS = server.address;
  return server;
});
const { ask, close } = await openDocsHosts();

beforeAll(async () => {
  await startQueue();
  await takeDomainChecks();
});
afterAll(async () => {
  await stopQueue();
  await close();
  dns.close();
});

test("a domain is served soon after its record was added and a check asked for", async () => {
  const { owner, project } = await buildOwnedProject();
  await publishSite(project, await versionOf(project, "latest"), { "index.html": "start" });
  const domains = `/projects/${project.slug}/domains/`;
  const { body } = await api(owner).post(domains, { domain: "docs.acme.com", canonical: true });
  const seen = async () => (await api(owner).get(`${domains}${body.id}/`)).body;
  await vi.waitFor(async () => expect((await seen()).last_check).not.toBeNull(), { timeout: 15_000 });
  expect((await seen()).state).toBe("pending");
  expect((await ask("docs.acme.com", "/en/latest/")).status).toBe(404);

  dns.set("docs.acme.com", { CNAME: `${project.slug}.docs.localhost` });
  expect((await api(owner).post(`${domains}${body.id}/check/`)).status).toBe(202);
  await vi.waitFor(async () => expect((await seen()).state).toBe("verified"), { timeout: 15_000 });
  await vi.waitFor(
    async () =>
      expect(await ask("docs.acme.com", "/en/latest/")).toMatchObject({ status: 200, text: "start" }),
    { timeout: 5_000 },
  );
});
