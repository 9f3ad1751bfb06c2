import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { createTestDatabase } from "#test/database.ts";

// Runs before the test file is imported, so the settings are there when lib/platform/env.ts reads them. Nothing here may
// import a module that reads them.
const database = await createTestDatabase(inject("serverUrl"));
process.env.LOG_LEVEL = "silent";
process.env.LOCAL_REPOSITORIES = "allow";
process.env.DATABASE_URL = database.url;
process.env.DATA_DIR = await mkdtemp(join(inject("runFolder"), "data-"));

afterAll(async () => {
  const { db } = await import("#lib/platform/db/client.ts");
  const { stopListening } = await import("#lib/platform/db/listen.ts");
  const { stopQueue } = await import("#lib/platform/jobs/queue.ts");
  await stopQueue();
  await stopListening();
  await db.$disconnect();
  await database.drop();
});
