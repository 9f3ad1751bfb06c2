/**
 * Loaded before anything else into a process: counts the statements it sends to PostgreSQL, and on SIGUSR2 writes how many there were
 * so far into `statementsFile`.
 */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

export const sent = { statements: 0 };

export const statementsFile = (pid: number): string => join(tmpdir(), `lectern-statements-${pid}`);

const query = pg.Client.prototype.query;
pg.Client.prototype.query = function counting(this: pg.Client, ...given: unknown[]) {
  sent.statements += 1;
  return Reflect.apply(query, this, given);
};

process.on("SIGUSR2", () => writeFileSync(statementsFile(process.pid), String(sent.statements)));
