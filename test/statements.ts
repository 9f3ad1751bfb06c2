import pg from "pg";
import { vi } from "vitest";

/** How many statements the database is sent while something runs. */
export async function countStatements<T>(run: () => Promise<T>): Promise<{ answer: T; statements: number }> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  try {
    const answer = await run();
    return { answer, statements: sent.mock.calls.length };
  } finally {
    sent.mockRestore();
  }
}
