import { type AskDocs, type DocsReply, openDocsHosts } from "#test/docs-client.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import {
  buildOrganization,
  buildPerson,
  buildProject,
  buildSubproject,
  buildVersion,
  next,
} from "#test/factories/tenants.ts";

/** The docs hosts of `buildVault`. */
export const hosts = {
  vault: "vault.docs.localhost:3000",
  german: "vault-de.docs.localhost:3000",
  plugin: "vault-plugin.docs.localhost:3000",
  other: "other.docs.localhost:3000",
  preview: "vault--7.previews.localhost:3000",
};
/** The word that stands on every private page, and nowhere else. */
export const treasure = "treasure";
export const page = "/en/latest/";

/** A private project with a translation, a subproject and a preview, and another one beside it; docs hosts that answer for them. */
export async function buildVault() {
  const keeper = await buildPerson();
  const organization = await buildOrganization(keeper);
  const make = async (slug: string, columns: Parameters<typeof buildProject>[0] = {}) => {
    const made = await buildProject({ slug, organization, privacyLevel: "private", ...columns });
    await publishSite(made, await versionOf(made, "latest"), files(slug));
    return made;
  };
  const vault = await make("vault", { externalBuildsPrivacyLevel: "private" });
  await make("vault-de", { language: "de", translationOfId: vault.id });
  const plugin = await make("vault-plugin");
  await buildSubproject(vault, plugin, "plugin");
  await make("other");
  const old = await buildVersion(vault, { slug: "old", privacyLevel: "private" });
  await publishSite(vault, old, files("vault old"));
  const external = { slug: "7", type: "external", pullNumber: 7, pullState: "open" } as const;
  await publishSite(vault, await buildVersion(vault, external), files("preview"));
  return { vault, keeper, ...(await openDocsHosts()) };
}

const files = (name: string) => ({
  "index.html": `<!doctype html><title>${name}</title><p>${treasure} of ${name}`,
  "a.html": `<!doctype html><title>${name}</title><p>${treasure} of ${name}`,
  "data.json": `{"${treasure}": true}`,
});

/** An address nobody else has come from. */
export function newAddress(): string {
  const number = next();
  return `198.18.${number >> 8}.${number & 255}`;
}

export const linkPath = (secret: string | null): string => `/_/sharing/${secret}`;

/** What the browser sends from then on; empty when the answer sets no cookie. */
export const cookieOf = ({ headers }: DocsReply): string =>
  (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ");

/** Opens a share's link; returns the Cookie header that reads. */
export const openLink = async (ask: AskDocs, host: string, secret: string | null): Promise<string> =>
  cookieOf(await ask(host, linkPath(secret)));

/** The form of a prompt: where it is sent, and its hidden fields. */
export function formOf({ text }: DocsReply): { action: string; fields: URLSearchParams } {
  const plain = (value = "") => value.replaceAll("&amp;", "&");
  const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  return {
    action: plain(/<form method="post" action="([^"]+)"/.exec(text)?.[1]),
    fields: new URLSearchParams(fields.map(([, name = "", value]) => [name, plain(value)])),
  };
}

type Sent = { headers?: Record<string, string>; fields?: Record<string, string> };

/** Asks for `target`, fills in the prompt that is shown and sends it, as a browser would. `fields` overrules those of the form. */
export async function givePassword(
  ask: AskDocs,
  host: string,
  target: string,
  password: string,
  { headers = {}, fields: own = {} }: Sent = {},
): Promise<DocsReply> {
  const shown = await ask(host, target, { headers: { ...navigation, ...headers } });
  const { action, fields } = formOf(shown);
  for (const [name, value] of Object.entries({ password, ...own })) fields.set(name, value);
  return post(ask, host, action, fields, headers);
}

export const navigation = { accept: "text/html", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };

export function post(
  ask: AskDocs,
  host: string,
  target: string,
  fields: URLSearchParams | Record<string, string>,
  headers: Record<string, string> = {},
): Promise<DocsReply> {
  const body = new URLSearchParams(fields).toString();
  const type = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(Buffer.byteLength(body)),
  };
  return ask(host, target, { method: "POST", headers: { ...navigation, ...type, ...headers }, body });
}
