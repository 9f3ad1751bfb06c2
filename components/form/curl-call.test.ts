import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCall } from "./curl-call.ts";

test("a call says what is sent, with no token in it", () => {
  expect(curlCall("PATCH", "https://docs.example/api/v3/projects/a/", { name: "A" })).toBe(
    `curl -X PATCH 'https://docs.example/api/v3/projects/a/' \\
  -H "Authorization: Token $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"A"}'`,
  );
});

test("a shell hands on whatever somebody typed", () => {
  const name = `it's $HOME "and" \`id\` \\ more`;
  const call = curlCall("PATCH", "x", { name }).replace(/^curl/, "printf '%s\\n'");
  const words = execFileSync("sh", ["-c", call], { env: { ...process.env, TOKEN: "t" } })
    .toString()
    .trim()
    .split("\n");
  expect(JSON.parse(words.at(-1) ?? "")).toEqual({ name });
});
