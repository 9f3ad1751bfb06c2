import { expect, test } from "vitest";
import type { BuildEvent } from "#lib/builds/runs/schema.ts";
import { advance, noProgress } from "./progress.ts";

const at = "2026-11-21T05:10:00Z";
const state = (name: "triggered" | "cloning" | "building", attempt = 1): BuildEvent => ({
  kind: "state",
  state: name,
  at,
  attempt,
});
const notice: BuildEvent = { kind: "notice", message_id: "a", level: "error", header: "h", body: "b" };
const after = (...events: BuildEvent[]) => events.reduce(advance, noProgress);

test("states are kept in order", () => {
  expect(after(state("triggered"), state("cloning")).states).toEqual([
    { state: "triggered", at },
    { state: "cloning", at },
  ]);
});

test("a lost attempt takes its states and notices with it", () => {
  const { states, notices } = after(state("triggered"), state("building"), notice, state("triggered", 2));
  expect(states).toEqual([{ state: "triggered", at }]);
  expect(notices).toEqual([]);
});

test("why a build waited is forgotten when it starts", () => {
  const limit: BuildEvent = { ...notice, message_id: "build:user:concurrency-limit-reached" };
  expect(after(state("triggered"), limit).notices).toEqual([limit]);
  expect(after(state("triggered"), limit, notice, state("cloning")).notices).toEqual([notice]);
});

test("the end is kept", () => {
  const end: BuildEvent = { kind: "end", state: "finished", success: true, seconds: 4, at };
  expect(after(state("triggered"), end).end).toEqual(end);
});

test("lines change nothing, so that nothing is drawn again", () => {
  const before = after(state("triggered"));
  expect(advance(before, { kind: "lines", command_id: 1, first_line: 1, lines: ["x"] })).toBe(before);
});
