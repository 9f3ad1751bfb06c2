import { expect, test } from "vitest";
import { clientName } from "./client-name.ts";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605 (KHTML, like Gecko) Version/18 Safari/605",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 (KHTML, like Gecko) Chrome/140 Safari/537 Edg/140",
    "Edge on Windows",
  ],
  ["curl/8.5.0", "curl"],
  ["my-script/1", "my-script/1"],
  ["", "Unknown client"],
])("%j is called %j", (userAgent, name) => {
  expect(clientName(userAgent)).toBe(name);
});
