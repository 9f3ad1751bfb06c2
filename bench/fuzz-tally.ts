import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** What came of one run: how often each operation answered with each status, and what broke the contract. */
export type Tally = {
  readonly name: string;
  readonly cases: number;
  readonly serverErrors: number;
  readonly operations: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly failures: readonly string[];
};

type Check = {
  name: string;
  status: string;
  failure?: { title?: string; message?: string };
  failure_info?: { failure?: { title?: string; message?: string }; code_sample?: string };
};
type Recorder = {
  label: string;
  checks?: Record<string, Check[]>;
  interactions?: Record<string, { response?: { status_code: number } | null }>;
};
type Event = {
  ScenarioFinished?: { recorder: Recorder };
  NonFatalError?: unknown;
  FatalError?: unknown;
};

const NO_ANSWER = 0;
const LONGEST_TEXT = 1500;

/** Adds up the events Schemathesis has written. Each operation and check fails once here, with the first request that shows it. */
export async function addUp(name: string, path: string, exitCode: number | null): Promise<Tally> {
  const operations = new Map<string, Map<number, number>>();
  const failures = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const event: Event = JSON.parse(line);
    const broken = event.NonFatalError ?? event.FatalError;
    if (broken) failures.set(line, `${name}: ${JSON.stringify(broken).slice(0, LONGEST_TEXT)}`);
    const recorder = event.ScenarioFinished?.recorder;
    if (!recorder) continue;
    const statuses = operations.get(recorder.label) ?? new Map<number, number>();
    operations.set(recorder.label, statuses);
    for (const { response } of Object.values(recorder.interactions ?? {})) {
      const status = response?.status_code ?? NO_ANSWER;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    for (const check of Object.values(recorder.checks ?? {}).flat()) {
      const key = `${recorder.label} ${check.name}`;
      if (check.status === "success" || failures.has(key)) continue;
      failures.set(key, `${name}: ${key}\n${JSON.stringify(check).slice(0, LONGEST_TEXT)}`);
    }
  }
  const counts = [...operations.values()].flatMap((statuses) => [...statuses]);
  const sum = (some: [number, number][]) => some.reduce((total, [, count]) => total + count, 0);
  if (exitCode !== 0 && failures.size === 0)
    failures.set("", `${name}: Schemathesis ended with ${exitCode}.`);
  return {
    name,
    cases: sum(counts),
    serverErrors: sum(counts.filter(([status]) => status >= 500 || status === NO_ANSWER)),
    operations,
    failures: [...failures.values()],
  };
}
