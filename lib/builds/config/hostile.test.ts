import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isConfigError } from "#lib/builds/config/rules/error.ts";
import { parseConfig } from "#lib/builds/config/rules.ts";
import { noticeText } from "#lib/builds/notices/rules.ts";

/** Reads a file; whatever it holds, it is accepted or refused with a notice that has words and can be stored. */
function answered(text: string): void {
  const start = performance.now();
  try {
    expect(parseConfig(text, ".readthedocs.yaml").version).toBe("2");
  } catch (error) {
    if (!isConfigError(error)) throw error;
    expect(noticeText(error.notice, error.values).body).not.toContain(error.notice);
    for (const value of Object.values(error.values))
      if (typeof value === "string") {
        expect(value.length).toBeLessThanOrEqual(500);
        expect(value.isWellFormed() && !value.includes("\0")).toBe(true);
      } else expect(value).toEqual(expect.any(Number));
  }
  expect(performance.now() - start).toBeLessThan(2_000);
}

const words = (text: string) => fc.constantFrom(...text.split(" "));
const key = fc.oneof(
  {
    weight: 20,
    arbitrary: words(
      "version formats build os tools python nodejs jobs pre_build install create_environment html pdf commands apt_packages " +
        "requirements path method command groups extras extra_requirements conda environment sphinx configuration builder " +
        "fail_on_warning mkdocs submodules include exclude recursive search ranking ignore",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);
const leaf = fc.oneof(
  words("all pdf ubuntu-24.04 3.12 latest miniconda-latest pip uv sync html docs/conf.py /abs ../up 2"),
  fc.string({ unit: "binary" }),
  fc.constantFrom(null, true, false, 0, 1, 2, 3.1, -11, [], {}),
);
const tree = fc.letrec<{ value: unknown; mapping: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    tie("mapping"),
  ),
  mapping: fc.dictionary(key, tie("value"), { maxKeys: 6 }),
}));

const valid = {
  version: 2,
  build: { os: "ubuntu-24.04", tools: { python: "3.12" } },
  sphinx: { configuration: "conf.py" },
};

describe("whatever a file holds, it is read or refused with a notice, and fast", () => {
  test("any bytes", () => {
    const decoder = new TextDecoder();
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => answered(decoder.decode(bytes))));
  });

  test("any text made of what YAML is made of", () => {
    const piece = words("- : ? [ ] { } , & * ! | > ' \" % @ # << a b --- ... ~ &a *a 1 \\ !!set");
    const space = fc.constantFrom("", " ", "\n", "\n ", "\n  ", "\t");
    const text = fc.array(fc.tuple(piece, space), { maxLength: 60 }).map((parts) => parts.flat().join(""));
    fc.assert(fc.property(text, answered), { numRuns: 1_000 });
  });

  test("any values, under the keys a configuration has", () => {
    fc.assert(
      fc.property(tree.mapping, (root) => answered(JSON.stringify({ ...valid, ...root }))),
      { numRuns: 1_000 },
    );
  });

  test("any values, each in the place of a section", () => {
    const section = words("formats python conda sphinx mkdocs submodules search");
    const file = fc.tuple(section, tree.value).map(([name, value]) => ({ ...valid, [name]: value }));
    fc.assert(
      fc.property(file, (root) => answered(JSON.stringify(root))),
      { numRuns: 1_000 },
    );
  });

  test("any values in place of a part of the build", () => {
    const part = words("os tools jobs commands apt_packages");
    const file = fc
      .tuple(part, tree.value)
      .map(([name, value]) => ({ ...valid, build: { ...valid.build, [name]: value } }));
    fc.assert(
      fc.property(file, (root) => answered(JSON.stringify(root))),
      { numRuns: 1_000 },
    );
  });
});
