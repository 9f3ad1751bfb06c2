/**
 * 2,000 links that never were and 2,000 that were revoked, interleaved: neither what is answered nor how long it takes may say which
 * is which.
 */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { startCluster } from "./cluster.ts";
import { docsClient, quantile } from "./docs-load.ts";
import { hostOf, publishPage } from "./docs-pages.ts";
import { judge, median, printTable } from "./report.ts";

const { values } = parseArgs({ options: { requests: { type: "string", default: "2000" } } });
const requests = Number(values.requests);
const warmUp = 300;
/** Many of them, so that none is answered from what another one has left behind. */
const revokedShares = 100;
const mostApart = 0.05;

// Each request comes from an address of its own: none is refused for having tried too often.
const cluster = await startCluster({ settings: { TRUSTED_PROXIES: "127.0.0.1" } });
const client = docsClient(1);
const host = hostOf(cluster, "page-private");

/** What everybody is told, whatever the link: the answer without its date. */
type Told = string;
const kinds = ["unknown", "revoked"] as const;
type Kind = (typeof kinds)[number];
const times: Record<Kind, number[]> = { unknown: [], revoked: [] };
const told: Record<Kind, Set<Told>> = { unknown: new Set(), revoked: new Set() };
let sent = 0;

try {
  await publishPage(cluster, "private");
  const revoked = await revokeShares();
  const links: Record<Kind, () => string> = {
    unknown: () => `/_/sharing/lcl_${randomBytes(24).toString("base64url")}`,
    revoked: () => revoked[sent % revoked.length] ?? "",
  };
  for (let pair = 0; pair < warmUp + requests; pair++) {
    // Who comes second finds things warm, so each is first as often as the other.
    for (const kind of pair % 2 === 0 ? kinds : kinds.toReversed()) {
      const got = await ask(links[kind]());
      if (pair < warmUp) continue;
      times[kind].push(got.ms);
      told[kind].add(got.told);
    }
  }
  const row = (kind: Kind) => [
    kind,
    times[kind].length,
    ...[median(times[kind]), quantile(times[kind], 0.95), quantile(times[kind], 0.99)].map((ms) =>
      ms.toFixed(3),
    ),
  ];
  printTable([["link", "requests", "median ms", "p95 ms", "p99 ms"], ...kinds.map(row)]);
  const apart = Math.abs(median(times.revoked) / median(times.unknown) - 1);
  const answers = new Set([...told.unknown, ...told.revoked]);
  judge([
    {
      what: "medians apart",
      measured: `${(apart * 100).toFixed(2)} %`,
      bar: `≤ ${mostApart * 100} %`,
      met: apart <= mostApart,
    },
    { what: "different answers", measured: String(answers.size), bar: "1", met: answers.size === 1 },
    {
      what: "status",
      measured: [...answers].map((answer) => answer.slice(0, 3)).join(", "),
      bar: "404",
      met: [...answers].every((answer) => answer.startsWith("404")),
    },
  ]);
} finally {
  client.close();
  await cluster.stop();
}

/** The paths of links that have worked. */
async function revokeShares(): Promise<string[]> {
  const api = cluster.api();
  const shares = "/projects/page-private/sharing/";
  const paths: string[] = [];
  for (let made = 0; made < revokedShares; made++) {
    const order = { access_type: "token", description: `Share ${made}` };
    const { id, url } = await api.post<{ id: number; url: string }>(shares, order);
    await api.delete(`${shares}${id}/`);
    paths.push(new URL(url).pathname);
  }
  return paths;
}

async function ask(path: string): Promise<{ ms: number; told: Told }> {
  sent += 1;
  const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  const { status, headers, body, ms } = await client.ask({
    port: cluster.ports[0] ?? 0,
    host,
    path,
    address,
  });
  return { ms, told: `${status} ${JSON.stringify({ ...headers, date: "" })} ${body}` };
}
