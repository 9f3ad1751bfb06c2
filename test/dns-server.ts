import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type Answer, decode, encode } from "dns-packet";

type Records = {
  CNAME?: string;
  A?: string[];
  AAAA?: string[];
  TXT?: string[];
  NS?: string[];
  /** Kinds of records that nobody can say anything of at the moment. */
  failing?: readonly string[];
};

/** A real name server on a free loopback port. What it does not know is not there. */
export type DnsServer = {
  /** As in DNS_SERVERS. */
  readonly address: string;
  /** The records of a name, from now on; none takes it away. */
  set(name: string, records: Records): void;
  /** Answers nothing for the time being. */
  silent: boolean;
  /** How many questions have come. */
  asked: number;
  close(): void;
};

export async function startDnsServer(): Promise<DnsServer> {
  const zone = new Map<string, Records>();
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    server.asked += 1;
    if (server.silent) return;
    const { id, questions = [] } = decode(message);
    const answers = questions.flatMap(({ name, type }) => answersFor(zone, name.toLowerCase(), type));
    const known = questions.every(({ name }) => zone.has(name.toLowerCase()));
    const fails = questions.some(({ name, type }) => zone.get(name.toLowerCase())?.failing?.includes(type));
    const flags = 0x8180 | (fails ? 2 : known ? 0 : 3);
    socket.send(
      encode({ type: "response", id: id ?? 0, flags, questions, answers }),
      from.port,
      from.address,
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const server: DnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, records) => void zone.set(name, records),
    silent: false,
    asked: 0,
    close: () => socket.close(),
  };
  return server;
}

/** As a resolver answers: through the CNAME record, down to the records that were asked for. */
function answersFor(zone: ReadonlyMap<string, Records>, name: string, type: string): Answer[] {
  const records = zone.get(name) ?? {};
  if (records.CNAME !== undefined) {
    const first: Answer = { type: "CNAME", name, ttl: 1, data: records.CNAME };
    return type === "CNAME" ? [first] : [first, ...answersFor(zone, records.CNAME, type)];
  }
  if (type === "TXT") return (records.TXT ?? []).map((data) => ({ type, name, ttl: 1, data: [data] }));
  if (type === "A" || type === "AAAA" || type === "NS")
    return (records[type] ?? []).map((data) => ({ type, name, ttl: 1, data }));
  return [];
}
