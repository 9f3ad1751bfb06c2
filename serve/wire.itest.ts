import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { siteDirectory } from "#serve/directory.ts";
import { createWebServer } from "#serve/server.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import { buildOrganization, buildPerson, buildProject } from "#test/factories/tenants.ts";

const host = "wired.docs.localhost:3000";
const page = "<title>wired</title>é";
let sendBody: () => void = () => undefined;
const server = createWebServer(siteDirectory(), (request, response) => {
  if (request.url === "/later/") {
    response.writeHead(200, { "Content-Length": 5 });
    sendBody = () => response.end("later");
    response.flushHeaders();
    return;
  }
  request.on("end", () => response.writeHead(299, { "Content-Length": 0 }).end());
  request.resume();
});
let port = 0;

beforeAll(async () => {
  const organization = await buildOrganization(await buildPerson());
  const project = await buildProject({ slug: "wired", organization });
  await publishSite(project, await versionOf(project, "latest"), {
    "index.html": page,
    "large.html": "x".repeat(100_000),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = address !== null && typeof address === "object" ? address.port : 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Everything that comes back for some bytes, until the other end closes or `until` has been seen. */
const exchange = (sent: string, until: (received: string) => boolean = () => false): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(sent));
    socket.on("error", reject).on("end", () => resolve(received));
    socket.on("data", (bytes) => {
      received += bytes.toString();
      if (until(received)) socket.destroy();
    });
    socket.on("close", () => resolve(received));
  });

const get = (more: readonly string[] = [], method = "GET", version = "1.1", path = "/en/latest/"): string =>
  [`${method} ${path} HTTP/${version}`, `Host: ${host}`, ...more, "", ""].join("\r\n");

/** Status line and headers but those of the moment and of the connection. */
const headOf = (answer: string): string[] =>
  (answer.split("\r\n\r\n")[0] ?? "")
    .split("\r\n")
    .filter((line) => !/^(Date|Connection|Keep-Alive):/.test(line));

test("a page has the same head on a connection that stays open as on one that Node closes", async () => {
  const closed = await exchange(get(["Connection: close"]));
  const open = await exchange(get(), (received) => received.endsWith(page));
  expect(headOf(open)).toEqual(headOf(closed));
  expect(headOf(open)).toContain("HTTP/1.1 200 OK");
  expect(headOf(open)).toContain("Content-Length: 22");
  expect(open).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/);
  expect(open).toContain("\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n");
  expect(open.endsWith(`\r\n\r\n${page}`)).toBe(true);
  expect(closed).toContain("\r\nConnection: close\r\n");
});

test("requests sent at once on one connection are answered in their order", async () => {
  const received = await exchange(
    get() + get([], "HEAD") + get(["Range: bytes=0-6"]) + get() + get(["Connection: close"]),
  );
  expect(received.match(/HTTP\/1\.1 \d+|<title>wired<\/title>é|<title>/g)).toEqual([
    "HTTP/1.1 200",
    page,
    "HTTP/1.1 200",
    "HTTP/1.1 206",
    "<title>",
    "HTTP/1.1 200",
    page,
    "HTTP/1.1 200",
    page,
  ]);
});

test("a reader who asks again and again and reads nothing fills no memory, and gets every page once it reads", async () => {
  const asked = 400;
  const large = "x".repeat(100_000);
  const taken: Socket[] = [];
  server.once("connection", (socket: Socket) => taken.push(socket));
  await exchange(get(["Connection: close"], "GET", "1.1", "/en/latest/large.html"));
  server.once("connection", (socket: Socket) => taken.push(socket));
  const client = connect(port, "127.0.0.1").pause();
  client.write(get([], "GET", "1.1", "/en/latest/large.html").repeat(asked));
  const held: number[] = [];
  for (let look = 0; look < 20; look++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    held.push(taken[1]?.writableLength ?? 0);
  }
  expect(Math.max(...held)).toBeGreaterThan(0);
  expect(Math.max(...held)).toBeLessThan(3 * large.length);
  let received = 0;
  client.on("data", (bytes) => {
    received += bytes.length;
    if (received >= asked * large.length) client.end();
  });
  client.resume();
  await new Promise((resolve) => client.on("close", resolve));
  expect(received).toBeGreaterThan(asked * large.length);
});

test("a client of HTTP/1.0 gets the page and the end of the connection", async () => {
  const received = await exchange(get([], "GET", "1.0"));
  expect(received).toContain("\r\nConnection: close\r\n");
  expect(received.endsWith(`\r\n\r\n${page}`)).toBe(true);
});

test.each(["POST", "PUT", "DELETE"])(
  "the dashboard sees the end of a %s request without a body",
  async (method) => {
    const request = [
      `${method} /api/auth/signout HTTP/1.1`,
      "Host: localhost:3000",
      "Connection: close",
      "",
      "",
    ];
    expect(await exchange(request.join("\r\n"))).toContain("HTTP/1.1 299 ");
  },
);

test("a head that is flushed goes out though its body comes later", async () => {
  const sent = "GET /later/ HTTP/1.1\r\nHost: localhost:3000\r\n\r\n";
  const received = await exchange(sent, (received) => {
    if (received.endsWith("\r\n\r\n")) sendBody();
    return received.endsWith("later");
  });
  expect(headOf(received)).toEqual(["HTTP/1.1 200 OK", "Content-Length: 5"]);
});
