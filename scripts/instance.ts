import { startEmbedded } from "#lib/platform/db/embedded.ts";
import { migrate } from "#lib/platform/db/migrate.ts";
import { readEnv } from "#lib/platform/env.ts";
import { send } from "./api-client.ts";
import { startProcess, stopProcess } from "./processes.ts";

/** A running Lectern: one database, one web and one worker process. */
export type Instance = {
  dashboardUrl: string;
  docsDomain: string;
  databaseUrl: string;
  /** One sentence, as soon as one of the processes is gone. */
  ended: Promise<string>;
  /** Stops the worker, the web process and, if it was started here, PostgreSQL: in that order. */
  stop: () => Promise<void>;
};

/**
 * Starts everything with the settings of this process, overridden by `settings`, and returns once the web process answers.
 * Throws when a process ends before that.
 */
export async function startInstance({
  dev = false,
  settings = {},
}: {
  dev?: boolean;
  settings?: Record<string, string>;
}): Promise<Instance> {
  const env = readEnv({ ...process.env, ...settings });
  const embedded = env.DATABASE_URL ? null : await startEmbedded(env.DATA_DIR);
  const databaseUrl = env.DATABASE_URL ?? embedded?.url ?? "";
  try {
    await migrate(databaseUrl);
    const given = {
      ...settings,
      DATABASE_URL: databaseUrl,
      ...(dev ? { NODE_ENV: "development", LECTERN_DEV: "true" } : { NODE_ENV: "production" }),
    };
    const web = startProcess("web", "serve/main.ts", given);
    const worker = startProcess("worker", "worker/main.ts", given);
    const ended = Promise.race([web.ended, worker.ended]);
    const stop = async () => {
      await Promise.all([stopProcess(worker), stopProcess(web)]);
      await embedded?.stop();
    };
    const early = await Promise.race([ended, answering(env.HOST, env.PORT)]);
    if (early !== "answers") {
      await stop();
      throw new Error(early);
    }
    return { dashboardUrl: env.DASHBOARD_URL, docsDomain: env.DOCS_DOMAIN, databaseUrl, ended, stop };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function answering(host: string, port: number): Promise<"answers"> {
  const address = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  for (;;) {
    const answer = await send({ address, port, path: "/api/v3/openapi.json", timeoutMs: 5_000 }).catch(
      () => null,
    );
    if (answer && answer.status < 500) return "answers";
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
