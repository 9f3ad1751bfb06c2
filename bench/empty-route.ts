/** Serves the Next app in the folder given, as serve/main.ts does: `node bench/empty-route.ts <folder> <port>`. */
import { createServer } from "node:http";
import next from "next";

const [dir = ".", port = "0"] = process.argv.slice(2);
const app = next({ dev: false, dir, hostname: "127.0.0.1", port: Number(port) });
const handle = app.getRequestHandler();
await app.prepare();
createServer((request, response) => void handle(request, response)).listen(Number(port), "127.0.0.1");
