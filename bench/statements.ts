/**
 * Counts the statements each path given on standard input (a JSON list) sends to the database of DATABASE_URL, by calling the
 * handlers in this process; the token is LECTERN_TOKEN. Prints a JSON list of statements, rows and status.
 */
import { text } from "node:stream/consumers";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { sent } from "./count-statements.ts";

export type Counted = { path: string; status: number; rows: number; statements: number };

const caller = api({ token: process.env.LECTERN_TOKEN ?? "" });
const counted: Counted[] = [];
for (const path of JSON.parse(await text(process.stdin)) as string[]) {
  // The first request of all notes that the token is in use.
  await caller.get(path);
  sent.statements = 0;
  const { status, body } = await caller.get(path);
  counted.push({
    path,
    status,
    rows: body?.results?.length ?? (status === 200 ? 1 : 0),
    statements: sent.statements,
  });
}
console.log(JSON.stringify(counted));
await db.$disconnect();
