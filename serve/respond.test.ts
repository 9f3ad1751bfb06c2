import { describe, expect, test } from "vitest";
import { type Place, pageAnswer, placeHeaders, redirectAnswer, withHeaders } from "#serve/respond.ts";

const place: Place = {
  hostname: "guide.docs.example",
  project: { slug: "guide", noindex: false },
  versionSlug: "latest",
  domain: null,
  isPreview: false,
  isHttps: false,
};
const domain = (options: Partial<NonNullable<Place["domain"]>>): NonNullable<Place["domain"]> => ({
  host: "guide.example.com",
  canonical: true,
  https: true,
  hsts: { seconds: 0, subdomains: false, preload: false },
  headers: [],
  ...options,
});

/** By lower-case name; a name that is sent twice has both values. */
function named(flat: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i < flat.length; i += 2) {
    const name = flat[i]!.toLowerCase();
    headers[name] = name in headers ? `${headers[name]} AND ${flat[i + 1]}` : flat[i + 1]!;
  }
  return headers;
}
const sent = (changes: Partial<Place>) => named(placeHeaders({ ...place, ...changes }));

describe("[serving I8] Strict-Transport-Security", () => {
  const always = "max-age=31536000; includeSubDomains; preload";
  const hsts = (seconds: number, subdomains = false, preload = false) =>
    domain({ hsts: { seconds, subdomains, preload } });
  test.each<[string, Partial<Place>, string | undefined]>([
    ["is fixed on a public host", { isHttps: true }, always],
    ["is not sent without https", {}, undefined],
    ["is not sent on preview hosts", { isHttps: true, isPreview: true }, undefined],
    [
      "is not sent on a domain that does not ask for it",
      { isHttps: true, domain: hsts(0, true, true) },
      undefined,
    ],
    ["is as long as a domain wants it", { isHttps: true, domain: hsts(3600) }, "max-age=3600"],
    ["covers subdomains", { isHttps: true, domain: hsts(1, true) }, "max-age=1; includeSubDomains"],
    ["may be preloaded", { isHttps: true, domain: hsts(1, false, true) }, "max-age=1; preload"],
    ["may do both", { isHttps: true, domain: hsts(1, true, true) }, "max-age=1; includeSubDomains; preload"],
    ["of a domain is not sent without https", { domain: hsts(3600) }, undefined],
  ])("%s", (_, changes, expected) => {
    expect(sent(changes)["strict-transport-security"]).toBe(expected);
  });
});

describe("[serving I7] X-Robots-Tag", () => {
  test.each<[string, Partial<Place>, string | undefined]>([
    ["is not sent", {}, undefined],
    [
      "is noindex where search engines are kept from",
      { project: { slug: "guide", noindex: true } },
      "noindex",
    ],
    ["is noindex on preview hosts", { isPreview: true }, "noindex"],
    [
      "is sent once where both are so",
      { isPreview: true, project: { slug: "guide", noindex: true } },
      "noindex",
    ],
  ])("%s", (_, changes, expected) => {
    expect(sent(changes)["x-robots-tag"]).toBe(expected);
  });
});

describe("[serving I9] headers of a domain", () => {
  const chosen = domain({
    headers: [
      { name: "X-Frame-Options", value: "DENY", secureOnly: false },
      { name: "content-security-policy", value: "default-src 'self'", secureOnly: false },
      { name: "access-control-allow-origin", value: "https://a.example", secureOnly: false },
      { name: "Referrer-Policy", value: "same-origin", secureOnly: false },
      { name: "Permissions-Policy", value: "camera=()", secureOnly: true },
    ],
  });

  test("are sent, instead of ours of the same name", () => {
    expect(sent({ domain: chosen, isHttps: true })).toMatchObject({
      "x-frame-options": "DENY",
      "content-security-policy": "default-src 'self'",
      "access-control-allow-origin": "https://a.example",
      "access-control-allow-methods": "HEAD, OPTIONS, GET",
      "referrer-policy": "same-origin",
      "permissions-policy": "camera=()",
    });
  });

  test("for secure requests only are sent with https only", () => {
    const headers = sent({ domain: chosen });
    expect(headers).not.toHaveProperty("permissions-policy");
    expect(headers["x-frame-options"]).toBe("DENY");
  });

  test("are not sent on other hosts of the project", () => {
    expect(sent({})).not.toHaveProperty("x-frame-options");
  });

  test("leave our own pages their policy, and keep addresses of prompts out of the Referer", () => {
    const prompt = { ...place, domain: chosen, project: null, versionSlug: null };
    const page = named(pageAnswer(401, "<p>", { policy: "never", place: prompt }).headers);
    expect(page["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'/);
    expect([page["referrer-policy"], page["x-frame-options"]]).toEqual(["no-referrer", "DENY"]);
  });
});

describe("[serving I1] diagnostics", () => {
  test.each<[string, Partial<Place>, Record<string, string>]>([
    ["name project, version and how they were found", {}, { project: "public_domain", version: "path" }],
    ["on a preview host", { isPreview: true }, { project: "external_domain", version: "domain" }],
    [
      "on a domain of the project's own",
      { domain: domain({}) },
      { project: "custom_domain", version: "path" },
    ],
  ])("%s", (_, changes, methods) => {
    expect(sent(changes)).toMatchObject({
      "x-docs-domain": "guide.docs.example",
      "x-docs-project": "guide",
      "x-docs-version": "latest",
      "x-docs-project-method": methods.project,
      "x-docs-version-method": methods.version,
    });
  });

  test("say of what is missing the project only, and nothing where there is none", () => {
    expect(sent({ versionSlug: null })).not.toHaveProperty("x-docs-version");
    expect(sent({ project: null })).not.toHaveProperty("x-docs-project");
  });
});

describe("[serving I3] redirects", () => {
  test.each([
    ["a redirect is kept for 20 minutes", 302, "redirect", "public, max-age=1200"],
    ["a permanent one for a day", 301, "redirect", "public, max-age=86400"],
    ["a forced one of a private version by nobody", 302, "private", "private"],
    ["nor a permanent one", 301, "private", "private"],
  ] as const)("%s", (_, status, policy, kept) => {
    const answer = redirectAnswer("/x", { reason: "user", policy, place, status });
    expect(answer.status).toBe(status);
    expect(named(answer.headers)).toMatchObject({
      location: "/x",
      "cdn-cache-control": kept,
      "cache-tag": "guide,guide:latest",
      "x-docs-redirect": "user",
    });
  });
});

test("headers replace others of the same name in any case, and keep their order", () => {
  expect(withHeaders(["A", "1", "B", "2", "C", "3"], ["b", "4", "D", "5"])).toEqual([
    "A",
    "1",
    "C",
    "3",
    "b",
    "4",
    "D",
    "5",
  ]);
  expect(withHeaders(["Vary", "vary"], ["X", "Vary"])).toEqual(["Vary", "vary", "X", "Vary"]);
});
