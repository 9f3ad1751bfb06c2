/** A web process that only answers docs hosts: prints its port, ends with its standard input. */
import { siteDirectory } from "#serve/directory.ts";
import { createWebServer } from "#serve/server.ts";

const server = createWebServer(siteDirectory(), (_, response) => response.writeHead(404).end());
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.stdout.write(`${address.port}\n`);
});
process.stdin.on("end", () => process.exit(0)).resume();
