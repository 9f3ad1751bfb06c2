import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { env } from "#lib/platform/env.ts";
import { claimSlotUser } from "#lib/platform/sandbox/slot-user.ts";
import { createWorkspace, removeWorkspace, type Workspace } from "#lib/platform/sandbox/workspace.ts";

/** What every victim guards. An attack that prints it has got out. */
export const treasure = "treasure-5f1c";

/** Things on this machine that no build may reach, and where an attack would look for them. */
export type Victims = {
  readonly whereabouts: Readonly<Record<string, string>>;
  end(): Promise<void>;
};

/** Puts a treasure into everything a worker's machine has: files, processes, servers, another build. */
export async function placeVictims(): Promise<Victims> {
  const folder = join(env.DATA_DIR, "victims");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(env.DATA_DIR, "victim-key"), treasure, { mode: 0o644 });
  process.env.VICTIM_SETTING = treasure;
  const neighbour = await placeNeighbour(join(env.DATA_DIR, "work", "neighbour"));
  const greet = () => createServer((socket) => socket.on("error", () => undefined).end(`${treasure}\n`));
  const everywhere = await listening(greet(), { port: 0, host: "::" });
  const file = await listening(greet(), { path: join(folder, "socket") });
  const abstract = await listening(greet(), { path: `\0lectern-victim-${process.pid}` });
  const database = new URL(env.DATABASE_URL ?? "postgresql://localhost:5432/none");
  return {
    whereabouts: {
      VICTIM_DATA: env.DATA_DIR,
      VICTIM_PROJECT: process.cwd(),
      VICTIM_WORKER: String(process.pid),
      VICTIM_NEIGHBOUR: neighbour.workspace.root,
      VICTIM_PROCESS: String(neighbour.pid),
      VICTIM_PORT: String(portOf(everywhere)),
      VICTIM_SOCKET: join(folder, "socket"),
      VICTIM_ABSTRACT: `lectern-victim-${process.pid}`,
      VICTIM_POSTGRES: database.searchParams.get("host") ?? "/var/run/postgresql",
      VICTIM_POSTGRES_PORT: database.port === "" ? "5432" : database.port,
      VICTIM_OWN: ownAddresses().join(" "),
    },
    end: async () => {
      for (const server of [everywhere, file, abstract]) server.close();
      await neighbour.end();
    },
  };
}

/** Another build of the same worker, at work. */
async function placeNeighbour(
  root: string,
): Promise<{ workspace: Workspace; pid: number; end: () => Promise<void> }> {
  const user = await claimSlotUser();
  const workspace = await createWorkspace(root, { isolation: "bubblewrap", user });
  writeFileSync(join(workspace.host.checkout, "secret.txt"), treasure);
  const child = spawn("sleep", ["1000"], {
    env: { ...process.env, VICTIM_SETTING: treasure },
    stdio: "ignore",
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  return {
    workspace,
    pid: child.pid ?? 0,
    end: async () => {
      child.kill("SIGKILL");
      await removeWorkspace(root);
      await user?.release();
    },
  };
}

function listening(server: Server, where: Parameters<Server["listen"]>[0]): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** The addresses at which this machine's neighbours reach it. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((entry) => !entry.internal && !entry.address.startsWith("fe80"))
    .map((entry) => entry.address);
