import pg from "pg";
import { vi } from "vitest";

/** What the connection that listens sends twice a second, whatever runs. */
const heartbeat = "select 1";

/** How many statements the database is sent while something runs. */
export async function countStatements<T>(run: () => Promise<T>): Promise<{ answer: T; statements: number }> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  try {
    const answer = await run();
    return { answer, statements: sent.mock.calls.filter(([text]) => text !== heartbeat).length };
  } finally {
    sent.mockRestore();
  }
}
