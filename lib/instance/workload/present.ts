import type { Workload } from "#lib/instance/workload/queries.ts";
import { isSilent } from "#lib/instance/workload/rules.ts";
import type { WorkloadJson } from "#lib/instance/workload/schema.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";

/** Features are what a worker said of itself when it started: words and yes or no. */
function featuresOf(stored: unknown): Record<string, string | boolean> {
  const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string | boolean] =>
      ["string", "boolean"].includes(typeof entry[1]),
    ),
  );
}

export const presentWorkload = (
  { builds, jobs, workers, databaseBytes }: Workload,
  storage: { total: number; free: number } | null,
  now: Date,
): WorkloadJson => ({
  builds: {
    waiting: builds.waiting,
    running: builds.running,
    oldest_waiting: wireDateOrNull(builds.oldestWaiting),
  },
  jobs,
  workers: workers.map((worker) => ({
    id: worker.id,
    host: worker.host,
    slots: worker.slots,
    running: worker.running,
    started: wireDate(worker.startedAt),
    last_seen: wireDate(worker.lastSeenAt),
    silent: isSilent(worker.lastSeenAt, now),
    features: featuresOf(worker.features),
  })),
  storage,
  database_bytes: databaseBytes,
});
