import { describe, expect, test } from "vitest";
import { mostDomains, settingProblems } from "#lib/domains/rules.ts";

const none = { https: true, hstsSeconds: 0, headers: [] };

describe("[serving M1] settings that do not fit", () => {
  const off = ["HTTPS cannot be switched off again: browsers may have been told to insist on it."];
  const insist = ["Browsers can only be told to insist on HTTPS where it is on."];
  test.each([
    [null, none, {}],
    [null, { ...none, https: false }, {}],
    [{ https: false }, { ...none, https: true }, {}],
    [{ https: false }, { ...none, https: false }, {}],
    [{ https: true }, { ...none, https: false }, { https: off }],
    [null, { ...none, hstsSeconds: 60 }, {}],
    [null, { ...none, https: false, hstsSeconds: 60 }, { hsts_max_age: insist }],
    [
      null,
      {
        ...none,
        headers: [{ name: "Referrer-Policy" }, { name: "X-Frame-Options" }, { name: "Referrer-Policy" }],
      },
      { headers: ["Referrer-Policy is there twice."] },
    ],
  ])("from %j to %j: %j", (before, wanted, expected) =>
    expect(settingProblems(before, wanted)).toEqual(expected),
  );
});

test("[serving M1] the limit is two in the community edition", () => {
  expect(mostDomains("community")).toBe(2);
  expect(mostDomains("business")).toBe(50);
});
