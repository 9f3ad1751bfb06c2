import { describe, expect, it } from "vitest";
import { isOwnForm, signForm } from "#lib/sharing/rules/forms.ts";

const key = Buffer.alloc(32, 1);
const older = Buffer.alloc(32, 2);
const now = new Date("2026-11-27T12:00:00Z");
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const form = { host: "docs.example.org", action: "/_/sharing/" };

describe("the hidden value of a form (serving.md 14.3, CSRF)", () => {
  it.each([
    ["at once", now, true],
    ["after some hours", hours(11.9), true],
    ["after half a day", hours(12), false],
    ["before it was made", hours(-1), false],
  ])("%s", (_, at, expected) => {
    expect(isOwnForm(signForm(form, now, key), form, at, [older, key])).toBe(expected);
  });

  it("is for one host and one address, and cannot be made up", () => {
    const value = signForm(form, now, key);
    const [made, signed] = value.split(".");
    expect(isOwnForm(value, { ...form, host: "other.example.org" }, now, [key])).toBe(false);
    expect(isOwnForm(value, { ...form, action: "/_/sharing/lcl_x" }, now, [key])).toBe(false);
    expect(isOwnForm(value, form, now, [older])).toBe(false);
    expect(isOwnForm(value, form, now, [])).toBe(false);
    for (const bad of ["", ".", `${made}.`, `.${signed}`, `${value}.x`, `zzz.${signed}`, value.slice(0, -3)])
      expect([bad, isOwnForm(bad, form, now, [key])]).toEqual([bad, false]);
  });
});
