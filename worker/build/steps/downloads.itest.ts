import { afterEach, expect, test } from "vitest";
import { type OpenBuild, openBuild } from "#test/factories/build-contexts.ts";
import { makePdf } from "#worker/build/steps/downloads.ts";

let build: OpenBuild;
afterEach(() => build.close());

test("[builds D10] where there is no LaTeX the build goes on without a PDF, and is told what to install", async () => {
  build = await openBuild();
  const environment = { PATH: "/nothing/here" };
  const text = "python -m sphinx -b latex";
  const sources = { step: "building", text, argv: ["/bin/false"], environment } as const;
  await makePdf(build.context, sources, "en", { environment, python: "python" });
  const { build: row, commands, notices } = await build.story();
  expect(commands).toEqual([]);
  expect(notices).toEqual(["build:user:format-not-available"]);
  expect(row.notices[0]?.values).toEqual({
    format: "pdf",
    message: expect.stringContaining("apt-get install latexmk "),
  });
});
