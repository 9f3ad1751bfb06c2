import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { guardedFetch } from "#lib/platform/http/fetch.ts";
import { makeCertificate } from "#test/certificates.ts";

let server: Server;
let origin: string;
const seen: Array<{ url: string; headers: Record<string, unknown> }> = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ url: request.url ?? "", headers: request.headers });
    const [, kind, rest = ""] = /^\/([a-z]+)\/?(.*)$/.exec(request.url ?? "") ?? [];
    if (kind === "to") response.writeHead(302, { location: decodeURIComponent(rest) }).end();
    else if (kind === "loop") response.writeHead(302, { location: "/loop" }).end();
    else if (kind === "big") response.end(Buffer.alloc(100_000));
    else if (kind === "slow") setTimeout(() => response.end("late"), 3_000).unref();
    else response.writeHead(200, { "x-kind": "plain" }).end("hello");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  env.INTERNAL_HOSTS.length = 0;
  seen.length = 0;
});

describe("addresses that are never requested", () => {
  test.each([
    ["http://127.0.0.1:1/", "address"],
    ["http://127.1/", "address"],
    ["http://2130706433/", "address"],
    ["http://0x7f.0.0.1/", "address"],
    ["http://[::1]/", "address"],
    ["http://[::ffff:127.0.0.1]/", "address"],
    ["http://[::ffff:a00:1]/", "address"],
    ["http://10.0.0.1/", "address"],
    ["http://192.168.1.1/", "address"],
    ["http://172.16.0.1/", "address"],
    ["http://169.254.169.254/latest/meta-data/", "address"],
    ["http://100.64.0.1/", "address"],
    ["http://0.0.0.0/", "address"],
    ["http://[fe80::1]/", "address"],
    ["http://[fc00::1]/", "address"],
    ["http://[64:ff9b::7f00:1]/", "address"],
    ["http://localhost/", "address"],
    ["ftp://example.com/", "protocol"],
    ["file:///etc/passwd", "protocol"],
    ["gopher://example.com/", "protocol"],
    ["javascript:alert(1)", "protocol"],
    ["http://user:secret@example.com/", "protocol"],
    ["not an address", "protocol"],
  ])("%s", async (address, reason) => {
    await expect(guardedFetch(address)).rejects.toMatchObject({ code: "fetch_refused", reason });
  });
});

describe("with the operator's leave", () => {
  test("an answer comes back", async () => {
    env.INTERNAL_HOSTS.push("127.0.0.1");
    const answer = await guardedFetch(`${origin}/`, { headers: { "x-mine": "1" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-kind")).toBe("plain");
    expect(answer.body.toString()).toBe("hello");
    expect(seen[0]?.headers["x-mine"]).toBe("1");
  });

  test("a redirect is judged again, and a relative one is followed", async () => {
    env.INTERNAL_HOSTS.push("127.0.0.1");
    const relative = await guardedFetch(`${origin}/to/${encodeURIComponent("/")}`);
    expect(relative).toMatchObject({ status: 200, url: `${origin}/` });
    for (const target of ["http://169.254.169.254/", "http://[::1]/", "file:///etc/passwd"])
      await expect(guardedFetch(`${origin}/to/${encodeURIComponent(target)}`)).rejects.toMatchObject({
        code: "fetch_refused",
      });
  });

  test("a redirect leads only to where the caller lets it", async () => {
    env.INTERNAL_HOSTS.push("127.0.0.1", "localhost");
    const elsewhere = `http://localhost:${new URL(origin).port}/`;
    const mayAsk = (url: URL) => url.hostname === "127.0.0.1";
    const ask = (target: string) => guardedFetch(`${origin}/to/${encodeURIComponent(target)}`, { mayAsk });
    expect(await ask("/")).toMatchObject({ status: 200 });
    await expect(ask(elsewhere)).rejects.toMatchObject({ code: "fetch_refused", reason: "address" });
    await expect(guardedFetch(elsewhere, { mayAsk })).rejects.toMatchObject({ reason: "address" });
    await expect(ask("http://[")).rejects.toMatchObject({ code: "fetch_refused", reason: "protocol" });
  });

  test("headers stay with the origin they were meant for", async () => {
    env.INTERNAL_HOSTS.push("127.0.0.1", "localhost");
    const { port } = new URL(origin);
    const target = encodeURIComponent(`http://localhost:${port}/`);
    await guardedFetch(`${origin}/to/${target}`, { headers: { authorization: "Bearer secret" } });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer secret", undefined]);
  });

  test("endless redirects, large answers and slow servers are given up", async () => {
    env.INTERNAL_HOSTS.push("127.0.0.1");
    const refused = (path: string, more: object) =>
      guardedFetch(`${origin}${path}`, more).catch((e: unknown) => e);
    expect(await refused("/loop", {})).toMatchObject({ reason: "redirects" });
    expect(await refused("/big", { maxBytes: 99_999 })).toMatchObject({ reason: "too_large" });
    expect(await refused("/big", { maxBytes: 100_000 })).toMatchObject({ status: 200 });
    expect(await refused("/slow", { timeoutMs: 200 })).toMatchObject({ reason: "timeout" });
  });
});

test("a name may lead to this instance's own addresses where the caller says so, an address by itself never", async () => {
  const port = new URL(origin).port;
  const own = { ownAddresses: ["127.0.0.1", "::1"] };
  expect((await guardedFetch(`http://localhost:${port}/`, own)).status).toBe(200);
  await expect(guardedFetch(`${origin}/`, own)).rejects.toMatchObject({ reason: "address" });
  await expect(
    guardedFetch(`http://localhost:${port}/to/${encodeURIComponent(origin)}`, own),
  ).rejects.toMatchObject({
    reason: "address",
  });
});

test("a certificate that nobody vouches for is named as the reason", async () => {
  const { key, certificate } = makeCertificate(join(inject("runFolder"), "fetch"), ["localhost"]);
  const secure = createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) });
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  env.INTERNAL_HOSTS.push("127.0.0.1");
  const { port } = secure.address() as AddressInfo;
  await expect(guardedFetch(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
    reason: "certificate",
    message: expect.stringContaining("The certificate is not valid"),
  });
  secure.close();
});
