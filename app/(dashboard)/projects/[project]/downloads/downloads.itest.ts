import { expect, test } from "vitest";
import { GET } from "#app/(dashboard)/projects/[project]/downloads/[format]/[version]/route.ts";
import { db } from "#lib/platform/db/client.ts";
import { buildSession } from "#test/factories/accounts.ts";
import { addDomain, addDownload, publishSite, versionOf } from "#test/factories/sites.ts";
import { buildOrganization, buildPerson, buildProject, buildSubproject } from "#test/factories/tenants.ts";

const owner = await buildPerson();
const organization = await buildOrganization(owner);
const cookies = {
  visitor: "",
  outsider: (await buildSession(await buildPerson())).cookie,
  owner: (await buildSession(owner)).cookie,
};

async function book(slug: string, columns: Parameters<typeof buildProject>[0] = {}) {
  const project = await buildProject({ slug, organization, ...columns });
  const build = await publishSite(project, await versionOf(project, "latest"), { "index.html": "x" });
  await addDownload(project, build, { name: "book.pdf", content: "pdf" });
  return project;
}

const handbook = await book("handbook");
await addDomain(handbook, "docs.handbook.example", { canonical: true });
await buildSubproject(handbook, await book("plugin"), "plugin");
await book("secret", { privacyLevel: "private" });
const asleep = await book("asleep");
await db.version.updateMany({ where: { projectId: asleep.id }, data: { active: false } });

async function outcome(cookie: string, project: string, format: string, version: string) {
  const request = new Request(`http://localhost/projects/${project}/downloads/${format}/${version}/`, {
    headers: { cookie },
  });
  const reply = await GET(request, { params: Promise.resolve({ project, format, version }) });
  return `${reply.status} ${reply.headers.get("location") ?? ""}`.trim();
}

const handbookPdf = "302 https://docs.handbook.example/_/downloads/en/latest/pdf/";
const secretPdf = `302 http://localhost:3000/accounts/docs-login/?host=${encodeURIComponent(
  "secret.docs.localhost:3000",
)}&next=${encodeURIComponent("/_/downloads/en/latest/pdf/")}`;

test.each([
  ["visitor", "handbook", "pdf", "latest", handbookPdf],
  ["owner", "handbook", "pdf", "latest", handbookPdf],
  [
    "visitor",
    "plugin",
    "pdf",
    "latest",
    "302 https://docs.handbook.example/_/downloads/plugin/en/latest/pdf/",
  ],
  ["visitor", "handbook", "epub", "latest", "404"],
  ["visitor", "handbook", "html", "latest", "404"],
  ["visitor", "handbook", "pdf", "v9", "404"],
  ["visitor", "docs.handbook.example", "pdf", "latest", "404"],
  ["visitor", "hand\0book", "pdf", "latest", "404"],
  ["visitor", "handbook", "pdf", "late\0st", "404"],
  ["visitor", "nothing", "pdf", "latest", "404"],
  ["owner", "asleep", "pdf", "latest", "404"],
  ["visitor", "secret", "pdf", "latest", "404"],
  ["outsider", "secret", "pdf", "latest", "404"],
  ["owner", "secret", "pdf", "latest", secretPdf],
] as const)(
  "an older link leads a %s to %s's %s of %s: %s",
  async (who, project, format, version, expected) => {
    expect(await outcome(cookies[who], project, format, version)).toBe(expected);
  },
);
