import pg from "pg";
import { expect, inject, test } from "vitest";
import { withDatabase } from "#lib/platform/db/database-name.ts";
import { drift, migrate } from "#lib/platform/db/migrate.ts";
import { onServer } from "#test/database.ts";

const server = inject("serverUrl");

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
  expect(await migrate(url)).toEqual(["20261121051940_foundation"]);
  expect(await migrate(url)).toEqual([]);
});

test("three processes migrating at once share the work without an error", async () => {
  const url = await emptyDatabase("migrate_at_once");
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(applied.flat()).toEqual(["20261121051940_foundation"]);
  const rows = await count(url, `select count(*) n from _prisma_migrations where finished_at is not null`);
  expect(rows).toBe(1);
});
