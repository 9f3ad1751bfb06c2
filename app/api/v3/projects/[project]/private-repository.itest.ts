import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { open } from "#lib/platform/secrets/sealing.ts";
import { pinHost } from "#lib/projects/known-hosts/commands.ts";
import { api } from "#test/api.ts";
import { buildOwnedProject, type Person } from "#test/factories/tenants.ts";

let owner: Person;
let project: { id: number; slug: string };
let base: string;

beforeEach(async () => {
  ({ owner, project } = await buildOwnedProject({ repositoryUrl: "https://git.example.com/acme/docs.git" }));
  base = `/projects/${project.slug}`;
});

const audited = async () =>
  (await db.auditEvent.findMany({ where: { projectId: project.id }, orderBy: { id: "asc" } })).map(
    ({ action, changes }) => ({ action, changes }),
  );

describe("a deploy key", () => {
  test("is made, shown without its private part, replaced and forgotten", async () => {
    const owns = api(owner);
    expect((await owns.get(`${base}/deploy-key/`)).status).toBe(404);
    const made = await owns.post(`${base}/deploy-key/`, {});
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      public_key: expect.stringMatching(
        new RegExp(`^ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[A-Za-z0-9+/]{43} lectern-${project.slug}$`),
      ),
      fingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
      last_used: null,
    });
    expect((await owns.get(`${base}/deploy-key/`)).body).toEqual(made.body);
    const again = await owns.post(`${base}/deploy-key/`, {});
    expect(again.body.fingerprint).not.toBe(made.body.fingerprint);
    expect((await owns.delete(`${base}/deploy-key/`)).status).toBe(204);
    expect((await owns.delete(`${base}/deploy-key/`)).status).toBe(404);
    const prints = [made.body.fingerprint, again.body.fingerprint];
    expect(await audited()).toEqual([
      { action: "deploy_key.create", changes: { fingerprint: { from: null, to: prints[0] } } },
      { action: "deploy_key.rotate", changes: { fingerprint: { from: prints[0], to: prints[1] } } },
      { action: "deploy_key.delete", changes: { fingerprint: { from: prints[1], to: null } } },
    ]);
  });

  test("is one ssh itself reads, and its private part is sealed", async () => {
    const { body } = await api(owner).post(`${base}/deploy-key/`, {});
    const row = await db.deployKey.findUniqueOrThrow({ where: { projectId: project.id } });
    const folder = mkdtempSync(join(tmpdir(), "key-"));
    writeFileSync(join(folder, "key"), open(row.privateSealed), { mode: 0o600 });
    const shown = execFileSync("ssh-keygen", ["-y", "-f", join(folder, "key")], { encoding: "utf8" });
    const fingerprint = execFileSync("ssh-keygen", ["-l", "-f", join(folder, "key")], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(shown.trim()).toBe(body.public_key);
    expect(fingerprint).toContain(body.fingerprint);
    expect(Buffer.from(row.privateSealed).toString("latin1")).not.toContain("OPENSSH");
  });
});

test("pinned hosts are listed with their fingerprints, and forgotten", async () => {
  // What GitHub publishes of its own key.
  const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";
  await pinHost(project, "[git.example.com]:2222", [key]);
  const owns = api(owner);
  const { body } = await owns.get(`${base}/known-hosts/`);
  expect(body).toMatchObject({
    count: 1,
    results: [
      {
        id: "W2dpdC5leGFtcGxlLmNvbV06MjIyMg",
        host: "[git.example.com]:2222",
        keys: [{ type: "ssh-ed25519", fingerprint: "SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU" }],
      },
    ],
  });
  const address = `${base}/known-hosts/W2dpdC5leGFtcGxlLmNvbV06MjIyMg/`;
  expect((await owns.get(address)).body).toEqual(body.results[0]);
  expect((await owns.delete(address)).status).toBe(204);
  expect((await owns.get(`${base}/known-hosts/`)).body.count).toBe(0);
});

test("a second host that calls itself the same does not replace the first", async () => {
  expect(await pinHost(project, "git.example.com", ["ssh-ed25519 AAAA"])).toEqual(["ssh-ed25519 AAAA"]);
  expect(await pinHost(project, "git.example.com", ["ssh-ed25519 BBBB"])).toEqual(["ssh-ed25519 AAAA"]);
});

describe("a repository's token", () => {
  const token = "glpat-0123456789abcdef";

  test("is kept, never shown, and tied to the host the repository has", async () => {
    const owns = api(owner);
    expect((await owns.put(`${base}/repository-token/`, { username: "oauth2", token })).status).toBe(204);
    const shown = await owns.get(`${base}/repository-token/`);
    expect(shown.body).toMatchObject({
      username: "oauth2",
      last_four: "cdef",
      origin: "https://git.example.com",
      last_used: null,
    });
    expect(shown.text).not.toContain(token);
    const row = await db.repositoryToken.findUniqueOrThrow({ where: { projectId: project.id } });
    expect(open(row.tokenSealed)).toBe(token);
    expect(JSON.stringify(await audited())).not.toContain("0123456789");
    expect((await owns.delete(`${base}/repository-token/`)).status).toBe(204);
    expect((await owns.get(`${base}/repository-token/`)).status).toBe(404);
  });

  test.each([
    [{}, { token: ["This field is required."] }],
    [{ token: "" }, { token: ["This field may not be blank."] }],
    [{ token: "a\nb" }, { token: ["Line ends and control characters are not allowed."] }],
    [{ token, username: "a:b" }, { username: ["A user name cannot hold a colon."] }],
  ])("%j is refused", async (body, answer) => {
    const refused = await api(owner).put(`${base}/repository-token/`, body);
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual(answer);
  });

  test("needs a repository that is fetched over https", async () => {
    await db.project.update({
      where: { id: project.id },
      data: { repositoryUrl: "git@git.example.com:acme/docs.git" },
    });
    const refused = await api(owner).put(`${base}/repository-token/`, { token });
    expect(refused.body).toEqual({
      token: ["A token needs a repository address that begins with https://."],
    });
  });
});
