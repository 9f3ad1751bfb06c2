import { describe, expect, test } from "vitest";
import { findDownload, formatDownloadUrl } from "#lib/publishing/rules/downloads.ts";
import { docsFamily } from "#test/factories/docs-family.ts";

const hosts = { scheme: "https", docsDomain: "docs.example", previewDomain: "previews.example" } as const;
const domain = {
  host: "guide.example.com",
  canonical: true,
  https: true,
  hsts: { seconds: 0, subdomains: false, preload: false },
  headers: [],
};
const family = docsFamily({
  guide: { versions: ["latest", "7"], domains: [domain] },
  "guide-es": { language: "es", translationOf: "guide" },
  plugin: {
    parent: { slug: "guide", alias: "deep/plug in" },
    versions: ["latest", "7"],
    customPrefix: "/x/",
  },
  "plugin-es": { language: "es", translationOf: "plugin" },
  one: { scheme: "single_version_without_translations" },
});

describe("addresses of downloads", () => {
  test.each([
    ["guide", "latest", "https://guide.example.com/_/downloads/en/latest/pdf/"],
    ["guide", "7", "https://guide--7.previews.example/_/downloads/en/7/pdf/"],
    ["guide-es", "latest", "https://guide.example.com/_/downloads/es/latest/pdf/"],
    ["plugin", "latest", "https://guide.example.com/_/downloads/deep/plug%20in/en/latest/pdf/"],
    ["plugin", "7", "https://guide--7.previews.example/_/downloads/deep/plug%20in/en/7/pdf/"],
    ["plugin-es", "latest", "https://guide.example.com/_/downloads/deep/plug%20in/es/latest/pdf/"],
    ["one", "latest", "https://one.docs.example/_/downloads/en/latest/pdf/"],
  ])("of %s %s is %s, which leads back to it", (slug, version, address) => {
    const project = family[slug]!;
    const preview = version === "7";
    expect(formatDownloadUrl(project, { version, preview, format: "pdf" }, hosts)).toBe(address);
    const host = slug === "one" ? project : family.guide!;
    const at = { project: host, preview: preview ? version : null, domain: null };
    const path = decodeURIComponent(new URL(address).pathname);
    expect(findDownload(at, path)).toMatchObject({
      kind: "download",
      project: { slug },
      version: { slug: version },
      format: "pdf",
    });
  });
});
