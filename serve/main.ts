import next from "next";
import { claimEdition } from "#lib/instance/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { stopListening } from "#lib/platform/db/listen.ts";
import { env } from "#lib/platform/env.ts";
import { stopQueue } from "#lib/platform/jobs/queue.ts";
import { log } from "#lib/platform/log.ts";
import { withPeer } from "#lib/platform/peer/peer.ts";
import { refuseStart } from "#lib/platform/refuse-start.ts";
import { siteDirectory } from "#serve/directory.ts";
import { flushLedger } from "#serve/ledger.ts";
import { createWebServer } from "#serve/server.ts";

/** How long open requests may still take when the process is asked to stop, in milliseconds. */
const drainMs = 10_000;

await claimEdition(env.EDITION).catch(refuseStart);

let isTaking = false;
/** Requests that come before Next is ready wait for it. */
let ready: () => void = () => undefined;
const isReady = new Promise<void>((resolve) => {
  ready = resolve;
});

const server = createWebServer(
  siteDirectory(),
  (request, response) => {
    void isReady.then(() => withPeer(request.socket.remoteAddress, () => handle(request, response)));
  },
  { mayUpgrade: env.LECTERN_DEV, isReady: () => isTaking },
);
const app = next({ dev: env.LECTERN_DEV, hostname: env.HOST, port: env.PORT, httpServer: server });
const handle = app.getRequestHandler();

server.listen(env.PORT, env.HOST, () => log.info({ host: env.HOST, port: env.PORT }, "web listening"));
server.on("error", (error) => {
  log.fatal({ err: error }, "web cannot listen");
  process.exit(1);
});
await app.prepare();
isTaking = true;
ready();
log.info({ dashboard: env.DASHBOARD_URL, docs: env.DOCS_DOMAIN }, "web ready");

let isStopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    isTaking = false;
    stop()
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        log.error({ err: error }, "web could not stop cleanly");
        process.exit(1);
      });
  });
}

/** Takes no new connections, lets open requests finish, then closes everything. */
async function stop(): Promise<void> {
  log.info("web stopping");
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const forced = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(forced);
  await app.close();
  await flushLedger();
  await stopQueue();
  await stopListening();
  await db.$disconnect();
}
