import { PrismaPg } from "@prisma/adapter-pg";
import type { SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import type pg from "pg";
import { statementNames } from "#lib/platform/db/statement-names.ts";
import { databaseUrl } from "#lib/platform/db/url.ts";
import { log } from "#lib/platform/log.ts";
import { perProcess } from "#lib/platform/per-process.ts";
import { type Prisma, PrismaClient } from "#prisma/client/client.ts";

/** The client inside a transaction. */
export type Tx = Prisma.TransactionClient;

/** The pool of this process, which Prisma makes when it connects, and the names of its statements. */
const connection = perProcess("db-connection", () => ({
  pool: null as pg.Pool | null,
  nameOf: statementNames(),
}));

/** Looks its address up at the first query: modules are also imported where there is no database (next build). */
const adapter: SqlDriverAdapterFactory = {
  provider: "postgres",
  adapterName: "@prisma/adapter-pg",
  connect: async () => {
    const connected = await new PrismaPg(
      {
        connectionString: databaseUrl(),
        application_name: "lectern",
        max: 10,
        connectionTimeoutMillis: 10_000,
        idle_in_transaction_session_timeout: 60_000,
      },
      {
        onPoolError: (error) => log.warn({ err: error }, "database pool"),
        onConnectionError: (error) => log.warn({ err: error }, "database connection"),
        statementNameGenerator: connection.nameOf,
      },
    ).connect();
    connection.pool = connected.underlyingDriver();
    return connected;
  },
};

/** The one Prisma client and pool of this process. Only queries, commands and plumbing use it. */
export const db: PrismaClient = perProcess("db", () => new PrismaClient({ adapter }));

/**
 * The rows of a statement, past Prisma, on the same connections: for the few that nearly every request asks, where Prisma costs more
 * than the database (npm run bench -- api). `Row` must say what the statement selects; moments are Dates, lists arrays.
 */
export async function selectRows<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
  if (!connection.pool || connection.pool.ended) await db.$connect();
  if (!connection.pool) throw new Error("Prisma has connected without a pool.");
  const { text, values } = statement;
  const name = connection.nameOf({ sql: text });
  const { rows } = await connection.pool.query<Row>({ text, values, ...(name !== "" && { name }) });
  return rows;
}

/**
 * Runs `run` in one transaction: all of it commits, or nothing when it throws. Waits up to 10 s for a connection and gives
 * up after `timeoutMs` (30 s unless told).
 */
export function transaction<T>(
  run: (tx: Tx) => Promise<T>,
  options: { timeoutMs?: number; isolationLevel?: Prisma.TransactionIsolationLevel } = {},
): Promise<T> {
  return db.$transaction(run, {
    maxWait: 10_000,
    timeout: options.timeoutMs ?? 30_000,
    ...(options.isolationLevel ? { isolationLevel: options.isolationLevel } : {}),
  });
}
