import { expect, test } from "vitest";
import { parseConfig } from "#lib/builds/config/rules.ts";

export const parse = (text: string) => parseConfig(text, ".readthedocs.yaml");

/** The notice a configuration file is refused with, and its values; null when it is accepted. */
export function refusal(text: string): { notice: string; values: Record<string, unknown> } | null {
  try {
    parse(text);
    return null;
  } catch (error) {
    const { notice, values } = error as { notice: string; values: Record<string, unknown> };
    return { notice, values };
  }
}

/** A file that chooses Python and Sphinx, with more at its end. */
export const sphinxWith = (rest = ""): string => `version: 2
build: {os: ubuntu-24.04, tools: {python: "3.12"}}
sphinx: {configuration: docs/conf.py}
${rest}`;

/** A file that only has `build`, with more in it. */
export const buildWith = (inner: string): string => `version: 2\nbuild: {os: ubuntu-24.04, ${inner}}`;

/** One test per row: what the file says, the notice it is refused with, the key the notice names. */
export function refuses(rows: ReadonlyArray<readonly [text: string, notice: string, key?: string]>): void {
  for (const [text, notice, key] of rows)
    test(`${JSON.stringify(text)}: ${notice} ${key ?? ""}`, () => {
      expect(refusal(text)).toMatchObject(key === undefined ? { notice } : { notice, values: { key } });
    });
}
