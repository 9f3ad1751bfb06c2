import { connect, createServer, type Socket } from "node:net";

/** A way to the server whose connections can be cut. */
export async function startRelay(target: URL): Promise<{ origin: string; cut(): number; close(): void }> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "localhost", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const cut = (): number => {
    const count = open.size;
    for (const socket of open) socket.destroy();
    return count;
  };
  return {
    origin: `http://localhost:${port}`,
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
}
