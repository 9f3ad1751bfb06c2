import { afterAll, expect, test, vi } from "vitest";
import { api } from "#test/api.ts";
import { buildPerson, buildProject } from "#test/factories/tenants.ts";

const dns = await vi.hoisted(async () => {
  process.env.EDITION = "community";
  const { startDnsServer } = await import("#test/dns-server.ts");
  const server = await startDnsServer();
  process.env.DNS_SERVERS = server.address;
  return server;
});
afterAll(() => dns.close());

test("[serving M1] a project of the community edition has two domains at most, which its maintainers manage", async () => {
  const maintainer = await buildPerson();
  const { slug } = await buildProject({ maintainer });
  const owns = api(maintainer);
  const domains = `/projects/${slug}/domains/`;
  const add = (domain: string) => owns.post(domains, { domain });
  const first = await add("docs.one.example");
  expect([first.status, (await add("docs.two.example")).status]).toEqual([201, 201]);
  expect(await add("docs.three.example")).toMatchObject({
    status: 400,
    body: ["This project has reached the limit of 2 domains. Remove one first."],
  });
  expect((await owns.delete(`${domains}${first.body.id}/`)).status).toBe(204);
  expect((await add("docs.three.example")).status).toBe(201);
});
