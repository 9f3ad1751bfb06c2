import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDocsHosts } from "#test/docs-client.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import { buildProject } from "#test/factories/tenants.ts";

const { port, close } = await openDocsHosts();
afterAll(close);

const [A, B, dashboard] = ["one.docs.localhost:3000", "two.docs.localhost:3000", "localhost:3000"];

beforeAll(async () => {
  for (const slug of ["one", "two"]) {
    const project = await buildProject({ slug });
    await publishSite(project, await versionOf(project, "latest"), { "index.html": slug });
  }
});

/** What lines are answered with: the status and whose docs those are. */
async function send(...lines: string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${[...lines, "Connection: close", "", ""].join("\r\n")}`);
  const [head = "", body] = (await text(socket)).split("\r\n\r\n");
  return `${head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)} ${body}`;
}

test.each([
  ["one host", `GET /en/latest/ HTTP/1.1`, [`Host: ${A}`]],
  ["in any case", `GET /en/latest/ HTTP/1.1`, [`hOsT: ONE.docs.localhost.:3000`]],
  ["the same in the target", `GET http://${A}/en/latest/ HTTP/1.1`, [`Host: ${A}`]],
  ["the same but for the port", `GET HTTP://One.docs.localhost/en/latest/ HTTP/1.1`, [`Host: ${A}`]],
])("%s is answered", async (_, request, headers) => expect(await send(request, ...headers)).toBe("200 one"));

test.each([
  ["twice", "GET /en/latest/ HTTP/1.1", [`Host: ${A}`, `Host: ${B}`]],
  ["twice the same", "GET /en/latest/ HTTP/1.1", [`Host: ${A}`, `hoSt: ${A}`]],
  ["docs and dashboard", "GET /en/latest/ HTTP/1.1", [`Host: ${A}`, `Host: ${dashboard}`]],
  ["dashboard and docs", "GET /en/latest/ HTTP/1.1", [`Host: ${dashboard}`, `Host: ${A}`]],
  ["another in the target", `GET http://${B}/en/latest/ HTTP/1.1`, [`Host: ${A}`]],
  ["a docs host in the target only", `GET http://${B}/en/latest/ HTTP/1.1`, [`Host: ${dashboard}`]],
  ["the dashboard in the target only", `GET https://${dashboard}/en/latest/ HTTP/1.1`, [`Host: ${A}`]],
  ["a user name in the target", `GET http://${A}@${B}/en/latest/ HTTP/1.1`, [`Host: ${A}`]],
  ["none in the target", `GET http:///en/latest/ HTTP/1.1`, [`Host: ${A}`]],
])("a cache in front may have taken it for another: %s is refused", async (_, request, headers) =>
  expect(await send(request, ...headers)).toMatch(/^400 /),
);
