import { expect, test } from "vitest";
import { withDocumentationTool } from "#worker/build/tools/conda.ts";

const file = `name: docs # ours
channels:
  - conda-forge
dependencies:
  - python=3.11
  - pip
  - pip:
      - numpy
`;

test("[builds D16] Sphinx is added as a package of conda, comments stay", () => {
  expect(withDocumentationTool(file, "sphinx")).toBe(`name: docs # ours
channels:
  - conda-forge
dependencies:
  - python=3.11
  - pip
  - pip:
      - numpy
  - sphinx
`);
});

test("[builds D16] MkDocs is added as a package of pip, beside those that are there", () => {
  expect(withDocumentationTool(file, "mkdocs")).toBe(`name: docs # ours
channels:
  - conda-forge
dependencies:
  - python=3.11
  - pip
  - pip:
      - numpy
      - mkdocs
`);
});

test("[builds D16] MkDocs brings pip along where the file has none", () => {
  expect(withDocumentationTool("dependencies:\n  - python=3.11\n", "mkdocs")).toBe(`dependencies:
  - pip
  - python=3.11
  - pip:
      - mkdocs
`);
});

test.each(["", "- a\n- b\n", "name: [", "just text"])("%j is left for conda to complain about", (text) => {
  expect(withDocumentationTool(text, "sphinx")).toBeNull();
});

test.each([
  ["a million bytes of different keys", Array.from({ length: 100_000 }, (_, i) => `k${i}: 1`).join("\n")],
  ["100 kB of different keys", Array.from({ length: 11_000 }, (_, i) => `k${i}: 1`).join("\n")],
  ["brackets in brackets", "[".repeat(99_000)],
])("%s keep the worker from its other builds for a moment only", (_, text) => {
  const start = performance.now();
  withDocumentationTool(text, "sphinx");
  expect(performance.now() - start).toBeLessThan(10_000);
});
