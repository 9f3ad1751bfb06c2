import { describe, expect, it } from "vitest";
import { buildCan, isFinal, mayBuild, stateName, statesBefore } from "#lib/builds/rules.ts";
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
