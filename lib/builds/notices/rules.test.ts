import { expect, test } from "vitest";
import { errorText, noticeText } from "#lib/builds/notices/rules.ts";

test("values are filled in, missing ones leave nothing behind", () => {
  expect(noticeText("build:user:time-out", { seconds: 900 }).body).toMatch(/may take 900 seconds/);
  expect(noticeText("build:user:time-out").body).not.toMatch(/[{}]/);
});

test("a value is text, never a pattern", () => {
  const values = { command: "echo {exit_code} $&", exit_code: 3 };
  expect(noticeText("build:user:generic", values).body).toMatch(
    /“echo \{exit_code\} \$&” ended with exit code 3/,
  );
});

test("an unknown id is shown as it is", () => {
  expect(noticeText("build:future:thing")).toMatchObject({ level: "error", body: "build:future:thing" });
  expect(noticeText("toString").body).toBe("toString");
});

test("a build's error is the first error among its notices", () => {
  expect(errorText([])).toBe("");
  expect(errorText([{ messageId: "build:user:exit-code-183", values: {} }])).toBe("");
  expect(
    errorText([
      { messageId: "build:user:exit-code-183", values: null },
      { messageId: "build:user:output:no-html", values: { odd: [1] } },
    ]),
  ).toMatch(/_readthedocs\/html/);
});

test.each([
  [
    "build:user:tool-not-available",
    { tool: "nodejs", version: "14", available: "18, 20" },
    "error",
    "build.tools.nodejs asks for 14, which this server does not have. Available: 18, 20. Choose one of these, or ask whoever runs this server to install it.",
  ],
  [
    "build:user:apt-packages-missing",
    { packages: "graphviz", command: "sudo apt-get install graphviz" },
    "warning",
    "build.apt_packages asks for packages this server does not have: graphviz. The build goes on without them. Whoever runs this server can install them with: sudo apt-get install graphviz",
  ],
  [
    "project:file:not-found",
    { filename: "docs/conf.py" },
    "error",
    "The configuration names docs/conf.py, which is not in the repository. Paths start at the root of the repository, and upper and lower case differ.",
  ],
])("%s says what is wrong, where, and the way out", (id, values, level, body) => {
  expect(noticeText(id, values)).toMatchObject({ level, body });
});
