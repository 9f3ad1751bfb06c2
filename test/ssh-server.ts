import { spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import ssh2, { type AuthContext, type Connection, type Server, type ServerChannel } from "ssh2";
import { generateSshKey } from "#lib/platform/secrets/ssh-key.ts";

/** A real SSH server on a free loopback port that serves the git repositories of this machine to one key. */
export type SshServer = {
  readonly port: number;
  /** The address of a repository that lies in this folder. */
  url(folder: string): string;
  /** Lets in whoever holds this key; pushing is refused unless `write` is set. */
  admit(publicKey: string, options?: { write?: boolean }): void;
  /** Another host takes over the address: same port, other key. */
  replaceHostKey(): Promise<void>;
  /** What was asked for, in order: `git-upload-pack`, `git-receive-pack`. */
  readonly services: readonly string[];
  close(): Promise<void>;
};

export async function startSshServer(): Promise<SshServer> {
  const services: string[] = [];
  const connections = new Set<Connection>();
  let admitted: { blob: Buffer; write: boolean } | null = null;
  const open = (port: number) =>
    listen(port, (client) => {
      connections.add(client);
      client.on("error", () => undefined);
      client.on("close", () => connections.delete(client));
      client.on("authentication", (context) =>
        admitted && holds(context, admitted.blob) ? context.accept() : context.reject(["publickey"]),
      );
      client.on("session", (accept) =>
        accept().on("exec", (acceptExec, rejectExec, { command }) => {
          const [, service = "", folder = ""] = /^(git-[a-z-]+) '(.+)'$/.exec(command) ?? [];
          services.push(service);
          const allowed =
            service === "git-upload-pack" || (service === "git-receive-pack" && admitted?.write);
          return allowed ? serve(acceptExec(), service, folder) : rejectExec();
        }),
      );
    });
  const shut = async (server: Server) => {
    for (const client of connections) client.end();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };

  let server = await open(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    services,
    url: (folder) => `ssh://git@127.0.0.1:${port}${folder}`,
    admit: (publicKey, { write = false } = {}) => {
      admitted = { blob: Buffer.from(publicKey.split(" ")[1] ?? "", "base64"), write };
    },
    replaceHostKey: async () => {
      await shut(server);
      server = await open(port);
    },
    close: () => shut(server),
  };
}

async function listen(port: number, welcome: (client: Connection) => void): Promise<Server> {
  const server = new ssh2.Server({ hostKeys: [generateSshKey("host").privateKey] }, welcome);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  return server;
}

/** Whether the caller has shown the key and, once asked to, signed with it. */
function holds(context: AuthContext, blob: Buffer): boolean {
  if (context.method !== "publickey" || !context.key.data.equals(blob)) return false;
  if (!context.signature || !context.blob) return true;
  const key = ssh2.utils.parseKey(`${context.key.algo} ${blob.toString("base64")}`);
  return !(key instanceof Error) && key.verify(context.blob, context.signature, context.hashAlgo) === true;
}

function serve(channel: ServerChannel, service: string, folder: string): void {
  const child = spawn(service, [folder], { env: { PATH: process.env.PATH, NODE_ENV: "test" } });
  channel.pipe(child.stdin);
  child.stdin.on("error", () => undefined);
  child.stdout.pipe(channel, { end: false });
  child.stderr.pipe(channel.stderr, { end: false });
  child.once("close", (code) => {
    channel.exit(code ?? 1);
    channel.end();
  });
}
