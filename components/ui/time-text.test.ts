import { describe, expect, test } from "vitest";
import { absoluteTime, deadlineText, durationText, relativeTime } from "./time-text.ts";

test.each([
  [0, "0 s"],
  [59, "59 s"],
  [60, "1 min"],
  [134, "2 min 14 s"],
  [3600, "1 h"],
  [3900, "1 h 5 min"],
])("%d seconds read as %s", (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

describe("moments", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  test.each([
    ["2026-11-21T11:59:55Z", "just now"],
    ["2026-11-21T11:59:30Z", "30 s ago"],
    ["2026-11-21T11:57:00Z", "3 min ago"],
    ["2026-11-21T07:00:00Z", "5 h ago"],
    ["2026-11-20T11:00:00Z", "1 day ago"],
    ["2026-11-24T12:00:00Z", "in 3 days"],
    ["2026-11-01T12:00:00Z", "1 Nov 2026"],
  ])("%s reads as %s", (at, text) => {
    expect(relativeTime(at, now)).toBe(text);
  });
  test("the exact time names its zone", () => {
    expect(absoluteTime("2026-11-21T05:10:00Z")).toBe("21 Nov 2026, 05:10:00 UTC");
    expect(absoluteTime("2026-11-21T05:10:00Z", "Europe/Berlin")).toBe("21 Nov 2026, 06:10:00 CET");
    expect(relativeTime("2026-11-01T23:30:00Z", now, "Europe/Berlin")).toBe("2 Nov 2026");
    expect(deadlineText("2026-12-07T09:30:00Z")).toBe("7 Dec 2026, 09:30 UTC");
    expect(deadlineText("2026-12-07T23:30:00Z", "Europe/Berlin")).toBe("8 Dec 2026, 00:30 CET");
  });
});
