/**
 * Counts the statements each path given on standard input (a JSON list) sends to the database of DATABASE_URL, by calling the
 * handlers in this process; the token is LECTERN_TOKEN. Prints a JSON list of statements, rows and status.
 */
import { text } from "node:stream/consumers";
import pg from "pg";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";

export type Counted = { path: string; status: number; rows: number; statements: number };

let sent = 0;
const query = pg.Client.prototype.query;
pg.Client.prototype.query = function counting(this: pg.Client, ...given: unknown[]) {
  sent += 1;
  return Reflect.apply(query, this, given);
};

const caller = api({ token: process.env.LECTERN_TOKEN ?? "" });
const counted: Counted[] = [];
for (const path of JSON.parse(await text(process.stdin)) as string[]) {
  // The first request of all notes that the token is in use.
  await caller.get(path);
  sent = 0;
  const { status, body } = await caller.get(path);
  counted.push({ path, status, rows: body?.results?.length ?? (status === 200 ? 1 : 0), statements: sent });
}
console.log(JSON.stringify(counted));
await db.$disconnect();
