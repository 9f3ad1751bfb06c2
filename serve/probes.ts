import { isDatabaseReachable } from "#lib/instance/queries.ts";
import { bare, healthAnswer } from "#serve/pipeline.ts";
import type { Answer } from "#serve/request.ts";
import { textAnswer } from "#serve/respond.ts";

/** A balancer usually waits some seconds; it should get an answer before it gives up. */
const patienceMs = 2000;

/**
 * What supervisors and balancers ask of a web process, on the dashboard's host and on addresses without a name; null for anything else.
 * `/healthz`: does it answer at all. `/readyz`: can it serve everything, which needs the database and `isReady`.
 */
export function probe(target: string, isReady: () => boolean): Answer | Promise<Answer> | null {
  if (target === "/healthz") return healthAnswer();
  return target === "/readyz" ? readiness(isReady) : null;
}

let asked: Promise<boolean> | null = null;

/** One question at a time, whoever asks: strangers ask too, and must not take up the connections to the database. */
function isReachable(): Promise<boolean> {
  asked ??= isDatabaseReachable(patienceMs).finally(() => {
    asked = null;
  });
  return asked;
}

async function readiness(isReady: () => boolean): Promise<Answer> {
  if (!isReady()) return said(503, "starting or stopping");
  return (await isReachable()) ? said(200, "ready") : said(503, "database does not answer");
}

const said = (status: number, state: string): Answer =>
  textAnswer(status, "application/json", JSON.stringify({ status: state }), [
    ...bare,
    ...(status === 503 ? ["Retry-After", "5"] : []),
  ]);
