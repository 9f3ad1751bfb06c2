import { parseArgs } from "node:util";

/** `--webs`, `--workers` and `--rounds` of a measurement, so that one can be repeated in another shape. */
export function readShape(defaults: { rounds: number }): { webs: number; workers: number; rounds: number } {
  const { values } = parseArgs({
    options: {
      webs: { type: "string", default: "1" },
      workers: { type: "string", default: "1" },
      rounds: { type: "string", default: String(defaults.rounds) },
    },
  });
  return { webs: Number(values.webs), workers: Number(values.workers), rounds: Number(values.rounds) };
}
