import { expect, test } from "vitest";
import { db, transaction } from "#lib/platform/db/client.ts";
import { isDuplicate, onDuplicate } from "#lib/platform/db/conflict.ts";

const project = (slug: string) => ({ slug, name: slug, repositoryUrl: "https://example.org/x.git" });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test("a violated unique constraint becomes a 400 under the field that caused it", async () => {
  await db.project.create({ data: project("taken") });
  const error = await failure(
    transaction((tx) =>
      tx.project
        .create({ data: project("taken") })
        .catch(onDuplicate("projects_slug_key", "name", 'Project with slug "taken" already exists.')),
    ),
  );
  expect(error).toMatchObject({
    problem: true,
    code: "invalid",
    fields: { name: ['Project with slug "taken" already exists.'] },
  });
});

test("another constraint, and any other error, pass unchanged", async () => {
  const error = await failure(db.project.create({ data: project("taken") }));
  expect(isDuplicate(error, "projects_slug_key")).toBe(true);
  expect(isDuplicate(error, "projects_slug")).toBe(false);
  expect(isDuplicate(error, "projects_organization_id_id_key")).toBe(false);
  for (const other of [new Error("projects_slug_key"), null, "x", { code: "P2002" }]) {
    expect(isDuplicate(other, "projects_slug_key")).toBe(false);
  }
  expect(() => onDuplicate("other", "name", "x")(error)).toThrow(error as Error);
});

test("partial indexes, which Prisma does not know, are told apart as well", async () => {
  const user = await db.user.create({ data: { username: "ada", usernameKey: "ada" } });
  const token = (hash: string) => ({
    userId: user.id,
    name: "ci",
    prefix: "lct_",
    lastFour: "abcd",
    tokenHash: Buffer.from(hash),
    scope: "read" as const,
  });
  await db.apiToken.create({ data: token("a") });
  const error = await failure(db.apiToken.create({ data: token("b") }));
  expect(isDuplicate(error, "api_tokens_live_name_key")).toBe(true);
  expect(isDuplicate(error, "api_tokens_token_hash_key")).toBe(false);
});
