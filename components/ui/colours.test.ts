import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "../../app/globals.css"), "utf8");
const tokens = new Map(
  [...css.matchAll(/--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name ?? "", { light: light ?? "", dark: dark ?? "" }],
  ),
);

/** WCAG 2.2 relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const states = ["success", "warning", "danger", "info", "running"];
const grounds = ["bg", "surface", "subtle"];
const log = ["red", "green", "yellow", "blue", "magenta", "cyan", "dim"];

/** Text colour, ground it stands on, least contrast. */
const pairs: readonly [string, string, number][] = [
  ...grounds.map((ground): [string, string, number] => ["text", ground, 11.9]),
  ...grounds.map((ground): [string, string, number] => ["muted", ground, 6.1]),
  ...["bg", "surface"].map((ground): [string, string, number] => ["accent", ground, 4.5]),
  ["text", "accent-soft", 7],
  ["on-accent", "accent", 4.5],
  ["on-accent", "accent-hover", 4.5],
  ["on-danger", "danger", 4.5],
  ...states.map((state): [string, string, number] => [state, `${state}-soft`, 4.5]),
  ...states.map((state): [string, string, number] => [state, "surface", 4.5]),
  ...states.map((state): [string, string, number] => ["text", `${state}-soft`, 7]),
  ...log.map((colour): [string, string, number] => [`log-${colour}`, "bg", 4.5]),
  ...["bg", "surface"].map((ground): [string, string, number] => ["control", ground, 3]),
];

describe.each(["light", "dark"] as const)("colours in %s", (theme) => {
  test.each(pairs)("[dashboard A9] %s on %s has a contrast of at least %d", (text, ground, least) => {
    const [above, below] = [tokens.get(text)?.[theme], tokens.get(ground)?.[theme]];
    if (!above || !below) throw new Error(`${text} or ${ground} is not defined`);
    expect(contrast(above, below)).toBeGreaterThanOrEqual(least);
  });
});
