import { expect, test } from "vitest";
import { readEnv } from "#lib/platform/env.ts";

const cloudflare = { CDN_DRIVER: "cloudflare", CDN_TOKEN: "t", CDN_ZONES: "one, two" };

test.each([
  ["nothing said", {}, { CDN_DRIVER: "none", CDN_ZONES: [] }],
  [
    "http",
    { CDN_DRIVER: "http", CDN_URL: "https://cdn.example/purge" },
    { CDN_URL: "https://cdn.example/purge" },
  ],
  ["Cloudflare", cloudflare, { CDN_TOKEN: "t", CDN_ZONES: ["one", "two"] }],
])("a content delivery network: %s", (_name, given, expected) => {
  expect(readEnv(given)).toMatchObject(expected);
});

test.each([
  [
    { CDN_DRIVER: "fastly" },
    'CDN_DRIVER is not valid: Invalid option: expected one of "none"|"http"|"cloudflare".',
  ],
  [{ CDN_DRIVER: "http" }, "CDN_URL is not valid: CDN_DRIVER=http needs the address to post to."],
  [{ CDN_DRIVER: "http", CDN_URL: "ftp://cdn.example" }, "CDN_URL is not valid: Invalid URL."],
  [
    { ...cloudflare, CDN_TOKEN: "" },
    "CDN_TOKEN is not valid: CDN_DRIVER=cloudflare needs an API token that may purge.",
  ],
  [
    { ...cloudflare, CDN_ZONES: "," },
    "CDN_ZONES is not valid: CDN_DRIVER=cloudflare needs the ids of the zones to purge.",
  ],
])("%o is refused with one sentence", (given, message) => {
  expect(() => readEnv(given)).toThrow(message);
});
