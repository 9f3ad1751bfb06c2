import { expect, it, vi } from "vitest";

vi.hoisted(() => {
  process.env.DASHBOARD_URL = "https://lectern.example:8443";
  process.env.DOCS_DOMAIN = "docs.lectern.example";
  process.env.PREVIEW_DOMAIN = "previews.example";
});

const { isDocsHost } = await import("#serve/hosts.ts");

it.each([
  ["lectern.example:8443", "dashboard"],
  ["lectern.example", "dashboard"],
  ["LECTERN.example.", "dashboard"],
  ["localhost:3000", "dashboard"],
  ["127.0.0.1", "dashboard"],
  ["10.0.0.7:8080", "dashboard"],
  ["[::1]:3000", "dashboard"],
  ["site.docs.lectern.example", "docs"],
  ["site--7.previews.example", "docs"],
  ["docs.customer.example", "docs"],
  ["www.lectern.example", "docs"],
  ["lectern.example.evil.example", "docs"],
  ["intranet", "docs"],
  ["127.0.0.1.evil.example", "docs"],
  ["site.docs.lectern.example/../x", "docs"],
  ["", "docs"],
])("%j belongs to the %s, again and again", (host, plane) => {
  for (let i = 0; i < 2; i += 1) expect(isDocsHost(host) ? "docs" : "dashboard").toBe(plane);
});
