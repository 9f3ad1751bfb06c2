import { command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { seal } from "#lib/platform/secrets/sealing.ts";
import type { SecretKind, ShareType } from "#lib/sharing/schema.ts";
import { newSecret, secretHash } from "#lib/sharing/secrets/queries.ts";

const system = { kind: "system", job: "test" } as const;

export type BuiltShare = {
  id: number;
  projectId: number;
  /** Null for a header token. */
  link: string | null;
  /** Of a share by password. */
  password: string | null;
  /** Of a header token. */
  token: string | null;
};

type Options = {
  type?: ShareType;
  description?: string;
  /** `YYYY-MM-DD`; in a week unless told. */
  expires?: string;
  /** Slugs; all versions unless told. */
  versions?: string[];
  versionPatterns?: string[];
  pathPrefixes?: string[];
  password?: string;
  landingPath?: string;
  createdById?: number;
  /** Without secrets of its own. */
  forRecipients?: boolean;
};

/** A share as its command makes one, docs hosts told. */
export async function buildShare(project: { id: number }, options: Options = {}): Promise<BuiltShare> {
  const { type = "token", versions, versionPatterns = [], pathPrefixes = [] } = options;
  const week = new Date(clock.now().getTime() + 7 * 24 * 3600 * 1000);
  return command(system, async (c) => {
    const named = await c.tx.version.findMany({
      where: { projectId: project.id, slug: { in: versions ?? [] } },
      select: { id: true },
    });
    const share = await c.tx.share.create({
      data: {
        projectId: project.id,
        accessType: type,
        description: options.description ?? "A share",
        expires: new Date(options.expires ?? week.toISOString().slice(0, 10)),
        allVersions: versions === undefined && versionPatterns.length === 0,
        landingPath: options.landingPath ?? null,
        createdById: options.createdById ?? null,
        scopes: {
          create: [
            ...versionPatterns.map((value) => ({ kind: "version_pattern" as const, value })),
            ...pathPrefixes.map((value) => ({ kind: "path_prefix" as const, value })),
          ],
        },
      },
      select: { id: true },
    });
    await c.tx.shareVersion.createMany({
      data: named.map(({ id }) => ({ shareId: share.id, versionId: id, projectId: project.id })),
    });
    const store = async (kind: SecretKind, text: string): Promise<string> => {
      const { hash, keyId } = secretHash(kind, project.id, text);
      await c.tx.shareSecret.create({
        data: {
          projectId: project.id,
          shareId: share.id,
          kind,
          lookupHash: hash,
          keyId,
          sealed: kind === "link" ? seal(text) : null,
          prefix: kind === "password" ? "" : text.slice(0, 8),
        },
      });
      return text;
    };
    const isToken = type === "http_header_token" && !options.forRecipients;
    const hasLink = type !== "http_header_token" && !options.forRecipients;
    const built: BuiltShare = {
      id: share.id,
      projectId: project.id,
      link: hasLink ? await store("link", newSecret("link")) : null,
      password:
        hasLink && type === "password"
          ? await store("password", options.password ?? "correct horse 42")
          : null,
      token: isToken ? await store("header_token", newSecret("header_token")) : null,
    };
    await c.record({
      action: "share.create",
      projectId: project.id,
      subjectKind: "share",
      subjectId: share.id,
      subjectLabel: options.description ?? "A share",
    });
    await c.siteChanged(project.id, "readers");
    return built;
  });
}

/** Ends a share as revoking it does. */
export async function revokeShare(share: { id: number; projectId: number }): Promise<void> {
  await command(system, async (c) => {
    await c.tx.share.update({ where: { id: share.id }, data: { revokedAt: clock.now() } });
    await c.record({
      action: "share.revoke",
      projectId: share.projectId,
      subjectKind: "share",
      subjectId: share.id,
      subjectLabel: "A share",
    });
    await c.siteChanged(share.projectId, "readers");
  });
}

/** The rows of a share's sessions, newest first. */
export const sessionsOf = (share: { id: number }) =>
  db.shareSession.findMany({ where: { shareId: share.id }, orderBy: [{ created: "desc" }, { id: "desc" }] });

/** A session that a browser has begun with a share's first secret, or with a recipient's. */
export async function buildSession(share: { id: number }, recipient?: { id: number }) {
  const secret = await db.shareSecret.findFirstOrThrow({
    where: { shareId: share.id, ...(recipient && { recipientId: recipient.id }) },
    orderBy: { id: "asc" },
  });
  return db.shareSession.create({
    data: {
      shareId: share.id,
      recipientId: recipient?.id ?? null,
      secretId: secret.id,
      host: "docs.localhost",
      address: "192.0.2.1",
      client: "Firefox",
    },
  });
}
