import { describe, expect, it } from "vitest";
import {
  buildCan,
  type CancelledBy,
  cancelledSentence,
  isFinal,
  isStale,
  mayBuild,
  stateName,
  statesBefore,
} from "#lib/builds/rules.ts";
import type { BuildState } from "#lib/builds/runs/schema.ts";

describe("build states", () => {
  it.each<[BuildState, { cancel: boolean; retry: boolean; final: boolean }]>([
    ["triggered", { cancel: true, retry: false, final: false }],
    ["cloning", { cancel: true, retry: false, final: false }],
    ["installing", { cancel: true, retry: false, final: false }],
    ["building", { cancel: true, retry: false, final: false }],
    ["uploading", { cancel: false, retry: false, final: false }],
    ["finished", { cancel: false, retry: true, final: true }],
    ["cancelled", { cancel: false, retry: true, final: true }],
  ])("%s allows %o", (state, allowed) => {
    expect({
      cancel: buildCan.cancel({ state }),
      retry: buildCan.retry({ state }),
      final: isFinal(state),
    }).toEqual(allowed);
  });

  it.each<[BuildState, BuildState[]]>([
    ["triggered", ["cloning", "installing", "building", "uploading"]],
    ["cloning", ["triggered"]],
    ["installing", ["cloning"]],
    ["building", ["cloning", "installing"]],
    ["uploading", ["building"]],
    ["finished", ["triggered", "cloning", "installing", "building", "uploading"]],
    ["cancelled", ["triggered", "cloning", "installing", "building"]],
  ])("%s comes only after %j", (next, before) => {
    expect(statesBefore(next)).toEqual(before);
  });

  it("names states for people", () => {
    expect(stateName("triggered")).toBe("Triggered");
  });
});

describe("when a project may build", () => {
  const at = new Date(0);
  it.each([
    [null, null, true],
    [at, null, false],
    [null, at, false],
    [at, at, false],
  ])("builds off at %s, organization disabled at %s → %s", (buildsOffAt, disabledAt, expected) => {
    expect(mayBuild({ buildsOffAt, organization: { disabledAt } })).toBe(expected);
  });

  it("needs no organization", () => {
    expect(mayBuild({ buildsOffAt: null, organization: null })).toBe(true);
  });
});

describe("a build that waits", () => {
  const now = new Date("2026-01-01T12:00:00Z");
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  it.each<[BuildState, Date, boolean]>([
    ["triggered", ago(4.9), false],
    ["triggered", ago(5), false],
    ["triggered", ago(5.1), true],
    ["cloning", ago(60), false],
    ["finished", ago(60), false],
    ["cancelled", ago(60), false],
  ])("[builds F10] %s since %s is stale: %s", (state, created, expected) => {
    expect(isStale({ state, created }, now)).toBe(expected);
  });
});

describe("why a build was cancelled", () => {
  it.each<[CancelledBy["reason"], number | null, string]>([
    ["person", null, "Somebody cancelled it."],
    ["newer_build", 812, "Build 812 of the same version took its place."],
    ["newer_build", null, "A newer build of the version took its place."],
    ["deactivated", null, "The version was deactivated."],
    ["builds_off", null, "Builds of the project were switched off."],
    ["skipped", null, ""],
  ])("%s, newer build %s", (reason, newerBuildId, expected) => {
    expect(cancelledSentence({ reason, newerBuildId })).toBe(expected);
  });
});
