import { createServer, type Server } from "node:net";
import { descendants, signalAll } from "#lib/platform/sandbox/process-tree.ts";

/** The unprivileged user a build runs as. Nothing else on the machine runs as it while the claim is held. */
export type SlotUser = { readonly uid: number; readonly gid: number; release(): Promise<void> };

/** Between what Debian gives to people and what it gives to containers; needs no account. */
const firstUid = 90_000;
const slots = 1_000;

/**
 * Claims a user id no other worker of this machine uses. Process limits count per user and stray processes are found by
 * it, so two builds must never share one. Null when this process is not root: then it cannot change users.
 */
export async function claimSlotUser(): Promise<SlotUser | null> {
  if (process.getuid?.() !== 0) return null;
  for (let slot = 0; slot < slots; slot += 1) {
    const uid = firstUid + slot;
    const lock = await claim(`\0lectern-build-user-${uid}`);
    if (!lock) continue;
    // Whoever held it before may have died in the wrong moment.
    signalAll(
      descendants(-1, uid).map((stray) => stray.pid),
      "SIGKILL",
    );
    return { uid, gid: uid, release: () => close(lock) };
  }
  throw new Error("All user ids for builds are in use on this machine.");
}

/** An abstract socket is a lock the kernel drops when its holder dies, however it dies. */
function claim(name: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(null) : reject(error),
    );
    server.listen(name, () => {
      server.unref();
      resolve(server);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
