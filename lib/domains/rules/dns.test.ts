import { describe, expect, test } from "vitest";
import {
  chainProblem,
  type DnsAnswers,
  describeRecords,
  isProven,
  isUnsure,
  leadsSomewhere,
  noAnswers,
  wrongRecord,
} from "#lib/domains/rules/dns.ts";
import { providerOf } from "#lib/domains/rules/providers.ts";

const claim = { host: "docs.acme.com", target: "acme.docs.lectern.dev", challenge: "lectern-secret" };
const nothing: DnsAnswers = {
  cname: [],
  nextCname: [],
  texts: [],
  addresses: [],
  platformAddresses: ["192.0.2.1", "192.0.2.2"],
  nameServers: [],
};
const answers = (more: Partial<DnsAnswers>): DnsAnswers => ({ ...nothing, ...more });

const toUs = answers({ cname: [claim.target], addresses: ["192.0.2.1"] });
const text = answers({ texts: ["other", "lectern-secret"], addresses: ["198.51.100.7"] });
const textOnly = answers({ texts: ["lectern-secret"] });
const elsewhere = answers({ cname: ["pages.example.net"], addresses: ["198.51.100.7"] });
const chained = answers({ ...elsewhere, nextCname: ["acme.docs.lectern.dev"] });
const apex = answers({ cname: ["acme.com"], addresses: ["192.0.2.1"] });
const othersProject = answers({ cname: ["evil.docs.lectern.dev"], addresses: ["192.0.2.1"] });

describe("what proves that the owner of a host wants it here", () => {
  test.each([
    ["a CNAME record to the project's host", toUs, true],
    ["the text, at a host that leads somewhere", text, true],
    ["the text behind a CDN", answers({ ...text, cname: ["x.cdn.example"] }), true],
    ["the text alone", textOnly, false],
    ["nothing", nothing, false],
    ["silence", noAnswers, false],
    ["a CNAME record to something else", elsewhere, false],
    ["a CNAME record to another project", othersProject, false],
    ["a CNAME record to a name that leads to the project", chained, false],
    ["another text", answers({ texts: ["lectern-other"], addresses: ["192.0.2.1"] }), false],
    ["our addresses", answers({ addresses: ["192.0.2.1"] }), false],
  ])("%s: %#", (_, given, expected) => expect(isProven(claim, given)).toBe(expected));

  test.each([
    [nothing, false],
    [noAnswers, true],
    [answers({ cname: null }), true],
    [answers({ texts: null }), true],
    [answers({ addresses: null }), false],
  ])("is called gone only after an answer: %#", (given, unsure) => expect(isUnsure(given)).toBe(unsure));
});

describe("[serving M2] chained and apex CNAME records", () => {
  test.each([
    [toUs, null],
    [answers({ ...toUs, nextCname: ["balancer.cloud.example"] }), null],
    [nothing, null],
    [noAnswers, null],
    [elsewhere, null],
    [
      apex,
      "This domain has a CNAME record that points to its own parent domain, acme.com. Remove that record first.",
    ],
    [
      chained,
      "This domain has a CNAME record that points to pages.example.net, which is a CNAME record for acme.docs.lectern.dev. Point it directly to acme.docs.lectern.dev, or remove it first.",
    ],
  ])("%# %s", (given, problem) => expect(chainProblem(claim, given)).toBe(problem));
});

test.each([
  [toUs, null],
  [text, null],
  [nothing, null],
  [elsewhere, "The CNAME record of this domain points to pages.example.net, not to acme.docs.lectern.dev."],
  [answers({ ...text, cname: ["x.cdn.example"] }), null],
])("what is in the way of a proof: %# %s", (given, problem) =>
  expect(wrongRecord(claim, given)).toBe(problem),
);

test.each([
  [toUs, true],
  [text, true],
  [textOnly, false],
  [noAnswers, false],
])("a host leads somewhere: %# %s", (given, expected) => expect(leadsSomewhere(given)).toBe(expected));

test.each([
  ["before anybody looked", noAnswers, "CNAME unknown, TXT unknown, ADDRESS unknown"],
  ["nothing is there", nothing, "CNAME missing, TXT missing, ADDRESS missing"],
  ["pointed here", toUs, "CNAME ok, TXT unneeded, ADDRESS ok"],
  ["proven by text, own proxy in front", text, "CNAME unneeded, TXT ok, ADDRESS wrong"],
  [
    "proven by text, at our addresses",
    answers({ ...text, addresses: ["192.0.2.2"] }),
    "CNAME unneeded, TXT ok, ADDRESS ok",
  ],
  ["text without an address", textOnly, "CNAME missing, TXT ok, ADDRESS missing"],
  ["pointed elsewhere", elsewhere, "CNAME wrong, TXT missing, ADDRESS wrong"],
  ["another text", answers({ texts: ["x"] }), "CNAME missing, TXT wrong, ADDRESS missing"],
  [
    "nobody knows our addresses",
    answers({ ...text, platformAddresses: [] }),
    "CNAME unneeded, TXT ok, ADDRESS unknown",
  ],
])("the lines of a domain, %s", (_, given, expected) => {
  const lines = describeRecords(claim, given);
  expect(lines.map(({ type, state }) => `${type} ${state}`).join(", ")).toBe(expected);
});

test("a line says what should be there, what is, and what to do", () => {
  const given = answers({ addresses: ["203.0.113.9"], nameServers: ["amy.ns.cloudflare.com"] });
  expect(describeRecords(claim, given)).toEqual([
    {
      type: "CNAME",
      name: "docs.acme.com",
      expected: ["acme.docs.lectern.dev"],
      found: [],
      state: "missing",
      note: "Cloudflare answers with addresses of its own. Switch its proxy off for this record, or add the TXT record.",
    },
    {
      type: "TXT",
      name: "_lectern-challenge.docs.acme.com",
      expected: ["lectern-secret"],
      found: [],
      state: "missing",
      note: "Only needed where a CNAME record is not possible.",
    },
    {
      type: "ADDRESS",
      name: "docs.acme.com",
      expected: ["192.0.2.1", "192.0.2.2"],
      found: ["203.0.113.9"],
      state: "wrong",
      note: "It leads to other addresses than acme.docs.lectern.dev. That is right where a proxy or CDN of your own stands in front.",
    },
  ]);
});

test.each([
  [["amy.ns.cloudflare.com", "bob.ns.cloudflare.com"], "Cloudflare"],
  [["ns-1.awsdns-09.co.uk"], "Amazon Route 53"],
  [["ns1.example.com"], null],
  [["ns.cloudflare.com.evil.example"], null],
  [[], null],
])("who runs a zone: %j %s", (servers, name) => expect(providerOf(servers)).toBe(name));
