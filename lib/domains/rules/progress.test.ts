import { describe, expect, test } from "vitest";
import { nextCheck, proofEnd, proofStart, stateAfter, stepsAfter } from "#lib/domains/rules/progress.ts";

const now = new Date("2026-03-01T12:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const [later, past] = [minutes(1), minutes(-1)];

test("a proof is awaited, and outlived, for 30 days", () => {
  expect(proofEnd(now)).toEqual(new Date("2026-03-31T12:00:00Z"));
  expect(proofStart(proofEnd(now))).toEqual(now);
});

describe("what a domain is after a check", () => {
  const found = (proven: boolean, unsure = false, wrong = false) => ({ proven, unsure, wrong });
  const proof = found(true);
  const none = found(false);
  const silence = found(false, true);
  const other = found(false, false, true);
  test.each([
    ["pending", later, proof, "verified"],
    ["pending", later, none, "pending"],
    ["pending", later, other, "failed"],
    ["pending", later, silence, "pending"],
    ["pending", past, none, "expired"],
    ["pending", past, silence, "pending"],
    ["pending", past, proof, "verified"],
    ["failed", later, none, "pending"],
    ["failed", later, proof, "verified"],
    ["failed", past, other, "expired"],
    ["verified", later, proof, "verified"],
    ["verified", later, none, "verified"],
    ["verified", later, other, "verified"],
    ["verified", past, none, "expired"],
    ["verified", past, silence, "verified"],
    ["expired", past, proof, "verified"],
    ["expired", past, none, "expired"],
  ] as const)("%s, %s, %o: %s", (state, verifyBy, seen, expected) =>
    expect(stateAfter({ state, verifyBy, ...seen, now })).toBe(expected),
  );
});

describe("when to look again, in minutes", () => {
  const day = 24 * 60;
  test.each([
    ["pending", -5, false, false, 2],
    ["pending", -90, false, false, 15],
    ["failed", -2 * day, false, false, 360],
    ["expired", -5, false, false, null],
    ["verified", -5, true, false, 2],
    ["verified", -90, true, false, 15],
    ["verified", -5, true, true, day],
    ["verified", -20 * day, true, true, day],
    ["verified", -20 * day, false, true, 60],
  ] as const)("%s since %i, proven %s, live %s: %s", (state, since, proven, live, pause) =>
    expect(nextCheck({ state, proven, live, since: minutes(since), now })).toEqual(
      pause === null ? null : minutes(pause),
    ),
  );
});

describe("the steps to a domain that works", () => {
  const empty = { provider: null, records: [], steps: [] };
  const found = {
    proven: false,
    unsure: false,
    leadsSomewhere: false,
    problem: null,
    https: true,
    probe: null,
  };
  const first = "2026-03-01T12:00:00Z";
  const second = "2026-03-02T12:00:00Z";
  const words = (steps: ReturnType<typeof stepsAfter>) =>
    steps.map(({ name, state, at }) => `${name} ${state} ${at ?? "-"}`);

  test("none is done at first, each says why", () => {
    expect(stepsAfter(empty, found, first)).toEqual([
      { name: "dns", state: "waiting", at: null, note: "The domain leads nowhere yet." },
      {
        name: "ownership",
        state: "waiting",
        at: null,
        note: "Neither the CNAME nor the TXT record is there yet.",
      },
      { name: "certificate", state: "waiting", at: null, note: "This comes once the domain is verified." },
      { name: "live", state: "waiting", at: null, note: "This comes once the domain is verified." },
    ]);
  });

  test("one that is done keeps the moment it was first seen so, until it is undone", () => {
    const proven = { ...found, proven: true, leadsSomewhere: true };
    const steps = stepsAfter(empty, proven, first);
    expect(words(steps)).toEqual([
      `dns done ${first}`,
      `ownership done ${first}`,
      "certificate waiting -",
      "live waiting -",
    ]);
    const probe = { certificate: { ok: true, note: "" }, live: { ok: false, note: "No answer." } };
    const next = stepsAfter({ ...empty, steps }, { ...proven, probe }, second);
    expect(words(next)).toEqual([
      `dns done ${first}`,
      `ownership done ${first}`,
      `certificate done ${second}`,
      "live failed -",
    ]);
    expect(next[3]?.note).toBe("No answer.");
    const undone = stepsAfter({ ...empty, steps: next }, { ...found, problem: "Wrong." }, second);
    expect(words(undone)).toEqual([
      "dns waiting -",
      "ownership failed -",
      "certificate waiting -",
      "live waiting -",
    ]);
    expect(undone[1]?.note).toBe("Wrong.");
  });

  test("silence of DNS undoes none", () => {
    const steps = stepsAfter(empty, { ...found, proven: true, leadsSomewhere: true }, first);
    const silent = stepsAfter({ ...empty, steps }, { ...found, unsure: true }, second);
    expect(words(silent)).toEqual(words(steps));
  });

  test("without https there is no certificate; without an answer of DNS that is what is said", () => {
    const steps = stepsAfter(empty, { ...found, https: false, unsure: true }, first);
    expect(steps.map(({ name, note }) => `${name}: ${note}`)).toEqual([
      "dns: DNS did not answer. It is tried again.",
      "ownership: DNS did not answer. It is tried again.",
      "live: This comes once the domain is verified.",
    ]);
  });
});
