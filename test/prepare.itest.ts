import { spawn } from "node:child_process";
import { expect, inject, test } from "vitest";
import { withDatabase } from "#lib/platform/db/database-name.ts";
import { migrate } from "#lib/platform/db/migrate.ts";
import { onServer } from "#test/database.ts";

const server = inject("serverUrl");

/** What runs before `npm run worker`; resolves with its exit code. */
function prepare(databaseUrl: string): Promise<number | null> {
  const args = ["--disable-warning=ExperimentalWarning", "scripts/prepare.ts", "worker"];
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, args, { env, stdio: "ignore" });
  return new Promise((resolve) => child.once("exit", resolve));
}

test("two processes that come up at once on an empty database leave nothing to migrate", async () => {
  await onServer(server, "create database prepare_at_once template template0");
  const url = withDatabase(server, "prepare_at_once");
  expect(await Promise.all([prepare(url), prepare(url)])).toEqual([0, 0]);
  expect(await migrate(url)).toEqual([]);
});

test("a database that does not answer ends the start with exit code 1", async () => {
  expect(await prepare("postgresql://nobody@127.0.0.1:1/nothing")).toBe(1);
});
