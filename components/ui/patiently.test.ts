import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isPartMissing, onPartMissing, patiently } from "./patiently.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what does not come is asked for again, and people are told until it is there", async () => {
  const answers = ["no", "no", "yes", "never asked for"];
  const said: boolean[] = [];
  const stop = onPartMissing(() => said.push(isPartMissing()));
  const load = patiently(async () => {
    const answer = answers.shift();
    if (answer === "no") throw new Error("Failed to load chunk");
    return answer;
  });
  const [first, second] = [load(), load()];
  await vi.runAllTimersAsync();
  expect([await first, await second, await load()]).toEqual(["yes", "yes", "yes"]);
  expect(answers).toEqual(["never asked for"]);
  expect(said).toEqual([true, false]);
  stop();
});
