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
