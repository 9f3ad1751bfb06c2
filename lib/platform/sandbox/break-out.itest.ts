import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { fight } from "#test/attacks/arena.ts";
import { attacks } from "#test/attacks/attacks.ts";
import { placeVictims, type Victims } from "#test/attacks/victims.ts";

let victims: Victims;
beforeAll(async () => {
  victims = await placeVictims();
});
afterAll(() => victims.end());

// Without bubblewrap or pasta these fail: `npm run bench -- break-out --without=pasta` shows it.
describe("a build that tries to get out does not", () => {
  test.each(attacks)("$name", async (attack) => {
    const root = join(env.DATA_DIR, "work", "attack");
    const { contained, why, output } = await fight(attack, victims.whereabouts, root);
    expect(contained, `${why}\n${output.slice(0, 2_000)}`).toBe(true);
  });
});
