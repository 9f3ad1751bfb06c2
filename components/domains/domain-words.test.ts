import { describe, expect, test } from "vitest";
import type { DomainStep } from "#lib/domains/schema.ts";
import { hstsOptions, isSettled, nextNote, providerHint, recordWord, stepsOf } from "./domain-words.ts";

const done = (name: DomainStep["name"]): DomainStep => ({
  name,
  state: "done",
  at: "2026-11-21T00:00:00Z",
  note: "",
});
const waiting = (name: DomainStep["name"], note: string): DomainStep => ({
  name,
  state: "waiting",
  at: null,
  note,
});

describe("the steps of a domain", () => {
  test("before anybody has looked are all ahead, without a certificate where there is no HTTPS", () => {
    expect(stepsOf({ https: false, steps: [] }).map(({ name }) => name)).toEqual([
      "dns",
      "ownership",
      "live",
    ]);
    expect(stepsOf({ https: true, steps: [] }).map(({ name }) => name)).toEqual([
      "dns",
      "ownership",
      "certificate",
      "live",
    ]);
    expect(isSettled({ steps: [] })).toBe(false);
    expect(nextNote({ https: false, steps: [] })).toBe("Nobody has looked yet.");
  });
  test("say the first thing that is missing", () => {
    const steps = [
      done("dns"),
      waiting("ownership", "Neither record is there yet."),
      waiting("live", "Later."),
    ];
    expect(nextNote({ https: false, steps })).toBe("Neither record is there yet.");
    expect(isSettled({ steps })).toBe(false);
  });
  test("are settled when all are done", () => {
    const steps = [done("dns"), done("ownership"), done("live")];
    expect(isSettled({ steps })).toBe(true);
    expect(nextNote({ https: false, steps })).toBe("");
  });
});

test("Cloudflare's proxy is warned of, an unknown provider is not named", () => {
  expect(providerHint("Cloudflare")).toContain("DNS only");
  expect(providerHint("Gandi")).toBe("The DNS of this domain is at Gandi: add the record there.");
  expect(providerHint(null)).toBe("Add the record where the DNS of your domain is managed.");
});

test("a length of HSTS that is no choice stays one to keep", () => {
  expect(hstsOptions(31_536_000).map(({ value }) => value)).toEqual([
    "0",
    "3600",
    "2592000",
    "31536000",
    "63072000",
  ]);
  expect(hstsOptions(300).at(-1)).toEqual({ value: "300", label: "300 seconds" });
});

test("one missing record of two is a warning", () => {
  expect(recordWord({ type: "CNAME", state: "missing" })).toEqual({ tone: "warning", text: "Missing" });
  expect(recordWord({ type: "TXT", state: "missing" })).toEqual({ tone: "neutral", text: "Or this one" });
  expect(recordWord({ type: "TXT", state: "wrong" })).toEqual({ tone: "danger", text: "Wrong" });
});
