import { randomBytes } from "node:crypto";
import pg from "pg";
import { withDatabase } from "#lib/platform/db/database-name.ts";

const TEMPLATE = "lectern_template";

/** Makes the migrated database every test file starts from a copy of. */
export async function createTemplate(
  serverUrl: string,
  prepare: (url: string) => Promise<void>,
): Promise<void> {
  await onServer(serverUrl, `create database ${TEMPLATE}`);
  await prepare(withDatabase(serverUrl, TEMPLATE));
}

/** A fresh copy of the template: its address, and how to drop it again, connections or not. */
export async function createTestDatabase(
  serverUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, `create database ${name} template ${TEMPLATE}`);
  return {
    url: withDatabase(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database ${name} with (force)`),
  };
}

/** Runs one statement as a connection of its own. */
export async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
