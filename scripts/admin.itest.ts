import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildProject } from "#test/factories/tenants.ts";

/** Runs the script as an operator would, against this file's database. */
function admin(...args: string[]) {
  const run = spawnSync(
    "node_modules/.bin/node",
    ["--disable-warning=ExperimentalWarning", "scripts/admin.ts", ...args],
    {
      encoding: "utf8",
      env: process.env,
    },
  );
  return {
    code: run.status,
    error: run.stderr.trim(),
    json: run.stdout === "" ? null : JSON.parse(run.stdout),
  };
}
const addUser = (username: string, ...more: string[]) =>
  admin(
    "user",
    "create",
    "--username",
    username,
    "--email",
    `${username}@example.com`,
    "--password",
    "pw",
    ...more,
  );

test("an operator makes users, tokens, organizations and teams", async () => {
  expect(addUser("ada", "--superuser")).toMatchObject({
    code: 0,
    json: { id: expect.any(Number), username: "ada", email: "ada@example.com", superuser: true },
  });
  expect(addUser("grace").json).toMatchObject({ username: "grace", superuser: false });

  const made = admin("token", "create", "--user", "grace", "--name", "ci", "--scope", "read").json;
  expect(made).toMatchObject({
    token: expect.stringMatching(/^lct_/),
    name: "ci",
    scope: "read",
    user: "grace",
  });
  expect((await api(made).get("/account/")).body.username).toBe("grace");

  expect(
    admin("organization", "create", "--slug", "acme", "--name", "Acme", "--owner", "grace").json,
  ).toMatchObject({
    slug: "acme",
    name: "Acme",
    owner: "grace",
  });
  const organization = await db.organization.findUniqueOrThrow({
    where: { slug: "acme" },
    include: { teams: true },
  });
  expect(organization.teams.map(({ name }) => name).sort()).toEqual(["Admins", "Read Only"]);

  const project = await buildProject({ organization });
  const team = ["team", "create", "--organization", "acme", "--name", "Writers", "--access", "admin"];
  expect(admin(...team, "--member", "ada", "--member", "grace", "--project", project.slug)).toMatchObject({
    code: 0,
    json: { slug: "writers", access: "admin", members: ["ada", "grace"], projects: [project.slug] },
  });
  const operator = await db.auditEvent.count({ where: { actorKind: "operator" } });
  expect(operator).toBe(5);
});

test.each([
  [[], 2, /^Usage: /],
  [["user", "delete"], 2, /^Usage: /],
  [["user", "create", "--username", "x"], 2, /^--email is missing\./],
  [
    ["user", "create", "--username", "x", "--email", "e", "--password", "p"],
    1,
    /^--email: Enter a valid email address\.$/,
  ],
  [
    ["user", "create", "--username", "a b", "--email", "e@e", "--password", "p"],
    1,
    /^--username: Enter a valid username/,
  ],
  [["user", "create", "--nonsense"], 2, /^Unknown option '--nonsense'/],
  [["token", "create", "--user", "nobody", "--name", "x"], 1, /^There is no user named nobody\.$/],
  [
    ["organization", "create", "--slug", "Bad Slug", "--name", "N", "--owner", "nobody"],
    1,
    /^There is no user/,
  ],
  [
    ["team", "create", "--organization", "none", "--name", "N", "--access", "admin"],
    1,
    /^No Organization matches/,
  ],
])("%j ends with %i and one sentence", (args, code, sentence) => {
  const run = admin(...args);
  expect(run.code).toBe(code);
  expect(run.error).toMatch(sentence);
  expect(run.json).toBeNull();
});
