import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { transaction } from "#lib/platform/db/client.ts";
import { defineJob, enqueue, startQueue, stopQueue, work } from "#lib/platform/jobs/queue.ts";

afterAll(stopQueue);

const program = `
  import { z } from "zod";
  import { defineJob, startQueue, work } from "#lib/platform/jobs/queue.ts";
  await startQueue();
  await work(defineJob({ name: "test.lost", payload: z.object({}) }), { concurrency: 1 }, () => {
    console.log("taken");
    return new Promise(() => {});
  });
`;

test("the job of a killed worker is taken up by another", async () => {
  const job = defineJob({ name: "test.lost", payload: z.object({}) });
  const other = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await transaction((tx) => enqueue(tx, job, {}));
  await once(other.stdout, "data");
  other.kill("SIGKILL");
  await startQueue();
  const taken = vi.fn();
  await work(job, { concurrency: 1 }, async () => taken());
  await vi.waitFor(() => expect(taken).toHaveBeenCalledTimes(1), { timeout: 50_000 });
});
