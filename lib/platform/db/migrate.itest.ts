import { readdirSync } from "node:fs";
import pg from "pg";
import { expect, inject, test, vi } from "vitest";
import { withDatabase } from "#lib/platform/db/database-name.ts";
import { drift, migrate } from "#lib/platform/db/migrate.ts";
import { onServer } from "#test/database.ts";

const server = inject("serverUrl");
const migrations = readdirSync("prisma/migrations")
  .filter((name) => /^\d{14}_/.test(name))
  .sort();

async function emptyDatabase(name: string): Promise<string> {
  await onServer(server, `create database ${name} template template0`);
  return withDatabase(server, name);
}

async function count(url: string, sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return Number((await client.query<{ n: string }>(sql)).rows[0]?.n);
  } finally {
    await client.end();
  }
}

test("the migrations say exactly what prisma/schema says", async () => {
  expect(await drift(server)).toBeNull();
});

test("the drift check leaves no shadow database behind", async () => {
  await drift(server);
  const left = await count(
    server,
    "select count(*) n from pg_database where datname like 'lectern_shadow_%'",
  );
  expect(left).toBe(0);
});

test("migrating twice applies everything once and then nothing", async () => {
  const url = await emptyDatabase("migrate_twice");
  expect(await migrate(url)).toEqual(migrations);
  expect(await migrate(url)).toEqual([]);
});

test("three processes migrating at once share the work without an error", async () => {
  const url = await emptyDatabase("migrate_at_once");
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(applied.flat()).toEqual(migrations);
  const rows = await count(url, `select count(*) n from _prisma_migrations where finished_at is not null`);
  expect(rows).toBe(migrations.length);
});

test("a migration that failed leaves nothing behind and runs again once its reason is gone", async () => {
  const url = await emptyDatabase("migrate_failed");
  await onServer(url, "create sequence site_revisions");
  await expect(migrate(url)).rejects.toThrow(/already exists|not empty/);
  expect(await count(url, "select count(*) n from pg_tables where tablename = 'projects'")).toBe(0);
  await onServer(url, "drop sequence site_revisions");
  expect(await migrate(url)).toEqual(migrations);
});

test("a migration whose process was killed right after it is not run twice", async () => {
  const url = await emptyDatabase("migrate_unmarked");
  const query = pg.Pool.prototype.query;
  const dying = vi.spyOn(pg.Pool.prototype, "query").mockImplementation(async function (
    this: pg.Pool,
    ...args
  ) {
    const result = await Reflect.apply(query, this, args);
    if (typeof args[0] === "string" && args[0].includes('CREATE TABLE "users"')) throw new Error("killed");
    return result;
  });
  await expect(migrate(url)).rejects.toThrow();
  dying.mockRestore();
  expect(await migrate(url)).toEqual(migrations.slice(1));
  expect(await migrate(url)).toEqual([]);
});

test("a migration whose process was killed runs again", async () => {
  const url = await emptyDatabase("migrate_killed");
  await onServer(
    url,
    `create table _prisma_migrations (id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz,
      migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
      started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`,
  );
  await onServer(
    url,
    `insert into _prisma_migrations (id, checksum, migration_name) values ('killed', 'x', '20261121051940_foundation')`,
  );
  expect(await migrate(url)).toEqual(migrations);
});
