import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { api } from "#test/api.ts";
import { buildPerson } from "#test/factories/tenants.ts";

/** Asks real git what it has, as a code host does; the other addresses answer what hosts answer besides. */
const folder = mkdtempSync(join(tmpdir(), "lectern-check-"));
const git = (...args: string[]) => execFileSync("git", ["-C", folder, ...args]);
git("init", "--quiet", "--initial-branch=trunk");
const advertised = () =>
  Buffer.concat([
    Buffer.from("001e# service=git-upload-pack\n0000"),
    git("upload-pack", "--stateless-rpc", "--advertise-refs", "."),
  ]);

const server = createServer((request, response) => {
  const [path] = (request.url ?? "").split("/info/refs?service=git-upload-pack");
  if (path === "/good.git") response.end(advertised());
  else if (path === "/private.git") response.writeHead(401).end();
  else if (path === "/page") response.end("<!doctype html><title>A page</title>");
  else response.writeHead(404).end();
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
env.INTERNAL_HOSTS.push("127.0.0.1");
afterAll(() => {
  server.close();
  env.INTERNAL_HOSTS.length = 0;
  rmSync(folder, { recursive: true });
});

const { token } = await buildPerson();
const check = (url: string) => api({ token }).post("/projects/check/", { repository: { url } });
const unfound = { default_branch: null, branches: null, tags: null };

test("a repository is asked for its branches and tags", async () => {
  expect((await check(`${origin}/good.git`)).body).toMatchObject({ ...unfound, state: "empty" });
  git("-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "--quiet", "--allow-empty", "--message=x");
  git("branch", "next");
  git("tag", "v1");
  expect((await check(`${origin}/good.git/`)).body).toEqual({
    state: "found",
    detail: "Found 2 branches and 1 tag.",
    default_branch: "trunk",
    branches: 2,
    tags: 1,
  });
});

test.each([
  [() => `${origin}/private.git`, "credentials"],
  [() => `${origin}/gone.git`, "missing"],
  [() => `${origin}/page`, "missing"],
  [() => "http://10.0.0.1/x.git", "unreachable"],
  [() => "git@example.org:acme/docs.git", "unknown"],
])("what cannot be read is named: %#", async (url, state) => {
  const { status, body } = await check(url());
  expect([status, body.state]).toEqual([200, state]);
  expect(body).toMatchObject(unfound);
});

test("an address that no project may have is refused as when it is imported", async () => {
  const { status, body } = await check("https://user:secret@example.org/x");
  expect(status).toBe(400);
  expect(body.repository.url).toHaveLength(1);
});
