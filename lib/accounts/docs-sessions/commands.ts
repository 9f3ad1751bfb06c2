import { randomUUID } from "node:crypto";
import type { Actor } from "#lib/access/schema.ts";
import {
  codeSeconds,
  docsCookie,
  parseCodeTarget,
  sessionSeconds,
  signSessionId,
  stateOf,
} from "#lib/accounts/docs-sessions/rules.ts";
import type { DocsCodeTarget } from "#lib/accounts/docs-sessions/schema.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { forbidden, notFound } from "#lib/platform/errors.ts";
import { derivedKey } from "#lib/platform/secrets/keys.ts";
import { randomToken, sha256 } from "#lib/platform/secrets/tokens.ts";
import { docsHosts, findFamilyAt } from "#lib/publishing/queries.ts";
import { decodePath, parseDocsPath } from "#lib/publishing/rules/address.ts";
import { findDownload } from "#lib/publishing/rules/downloads.ts";
import { formatHost, parseHost } from "#lib/publishing/rules/host.ts";
import { type At, atHost } from "#lib/publishing/rules/resolve.ts";
import { returnPath } from "#lib/publishing/rules/return-path.ts";
import type { DocsProject } from "#lib/publishing/schema.ts";
import { mayRead } from "#lib/sharing/rules.ts";

type Member = Extract<Actor, { kind: "user" }>;

/**
 * Where logging in on a docs host begins, for whoever comes from elsewhere. `host` and `path` come from the reader's address bar and
 * are not trusted. Throws not-found when no project lives at the host.
 */
export async function docsLoginStart(host: string, path: string | null): Promise<string> {
  const { origin } = await findDocsHost(host);
  return `${origin}/_/login?${new URLSearchParams({ next: returnPath(path) ?? "/" })}`;
}

async function findDocsHost(host: string): Promise<{ at: At; docsHost: string; origin: string }> {
  const named = parseHost(host, docsHosts);
  const family = await findFamilyAt(named);
  const at = family && atHost(named, family.project);
  if (!at) throw notFound("Project");
  const docsHost = at.domain?.host ?? formatHost(at.project.slug, at.preview, docsHosts);
  return { at, docsHost, origin: `${schemeAt(at)}://${docsHost}` };
}

/**
 * Makes a single-use code that signs a member in on one docs host, and returns the address there that takes it, from the browser
 * of that `state` only; the page itself where everybody may read it and the member has no part in the project, whose people need not
 * learn who was sent there. `host` and `path` come from the reader's address bar and are not trusted. Throws not-found when no
 * project lives at the host and forbidden when the member may not read what is there.
 */
export async function mintDocsCode(
  member: Member,
  host: string,
  path: string | null,
  state: string,
): Promise<string> {
  const { at, docsHost, origin } = await findDocsHost(host);
  const { project, preview } = at;
  const next = returnPath(path) ?? "/";
  const may = rightsAt(member.userId, project, next, preview);
  if (!may.read) throw forbidden();
  if (!may.belong) return `${origin}${next}`;

  const code = randomToken(32, "");
  const target: DocsCodeTarget = {
    host: docsHost,
    path: next,
    projectId: project.id,
    sessionId: member.sessionId,
    state,
  };
  const now = clock.now();
  await db.oneTimeCode.create({
    data: {
      purpose: "docs_login",
      codeHash: sha256(code),
      userId: member.userId,
      target: { ...target },
      created: now,
      expiresAt: new Date(now.getTime() + codeSeconds * 1000),
    },
    select: { id: true },
  });
  return `${origin}/_/login?code=${code}`;
}

/** How readers are meant to reach a host: as its domain says, or as all of the platform's. */
function schemeAt({ domain }: At): "http" | "https" {
  if (domain === null) return docsHosts.scheme;
  return domain.https ? "https" : "http";
}

/** Whether somebody may read what is at a path, and whether they are one of the project's readers. */
function rightsAt(
  userId: number,
  project: DocsProject,
  next: string,
  preview: string | null,
): { read: boolean; belong: boolean } {
  const path = decodePath(next.split(/[?#]/, 1)[0] ?? "/") ?? "/";
  const download = findDownload({ project, preview, domain: null }, path);
  const found = download?.kind === "download" ? download : parseDocsPath(project, path, preview);
  const belong = found.project.readers.has(userId) || project.readers.has(userId);
  if (found.kind !== "match" && found.kind !== "download") return { read: belong, belong };
  const filename = found.kind === "match" ? found.filename : path;
  return { read: mayRead({ userId, shareGrants: [] }, found.project, found.version, filename), belong };
}

/**
 * Spends a code on the docs host it was made for. Returns the cookie to set and where to go, or null when the code is
 * unknown, used, older than a minute, made for another host or another browser (`states`, the values of its cookies), or its dashboard
 * session has ended.
 */
export async function exchangeDocsCode(
  code: string,
  request: { host: string; secure: boolean; address: string; client: string; states: readonly string[] },
): Promise<{ cookie: string; path: string } | null> {
  const now = clock.now();
  const row = await db.oneTimeCode.findFirst({
    where: { codeHash: sha256(code), purpose: "docs_login", usedAt: null, expiresAt: { gt: now } },
    select: {
      id: true,
      target: true,
      user: { select: { id: true, username: true, isSuperuser: true, deactivatedAt: true } },
    },
  });
  const target = parseCodeTarget(row?.target);
  if (!row || !target || row.user.deactivatedAt || !isSameHost(request.host, target.host)) return null;
  if (!request.states.some((value) => stateOf(value) === target.state)) return null;
  const actor: Actor = {
    kind: "user",
    userId: row.user.id,
    username: row.user.username,
    superuser: row.user.isSuperuser,
    sessionId: target.sessionId,
    authenticatedAt: now,
    address: request.address,
    client: request.client,
  };
  const started = await command(actor, (c) => startDocsSession(c, row.id, row.user.id, target)).catch(spent);
  if (started === null) return null;
  return {
    cookie: docsCookie(signSessionId(started, derivedKey("docs-session")), request.secure),
    path: target.path,
  };
}

async function startDocsSession(
  c: Command,
  codeId: number,
  userId: number,
  target: DocsCodeTarget,
): Promise<string> {
  const now = clock.now();
  const taken = await c.tx.oneTimeCode.updateMany({
    where: { id: codeId, usedAt: null },
    data: { usedAt: now },
  });
  // Holding the session row makes signing out wait, and then end the docs session as well.
  const [session] = await c.tx.$queryRaw<{ expires_at: Date }[]>`
    select expires_at from sessions
    where id = ${target.sessionId}::uuid and user_id = ${userId} and ended_at is null and expires_at > ${now} for share`;
  if (taken.count !== 1 || !session) throw forbidden("spent");
  const id = randomUUID();
  const latest = new Date(now.getTime() + sessionSeconds * 1000);
  await c.tx.docsSession.create({
    data: {
      id,
      sessionId: target.sessionId,
      userId,
      projectId: target.projectId,
      host: target.host,
      created: now,
      expiresAt: session.expires_at < latest ? session.expires_at : latest,
    },
    select: { id: true },
  });
  await c.record({
    action: "docs_session.start",
    projectId: target.projectId,
    subjectKind: "project",
    subjectId: target.projectId,
    subjectLabel: target.host,
  });
  return id;
}

/**
 * Ends those of the sessions that are open on a host, because their reader logs out there; the dashboard session they were made from
 * goes on.
 */
export async function endDocsSessions(
  ids: readonly string[],
  request: { host: string; address: string; client: string },
): Promise<void> {
  const { host, address, client } = request;
  const rows = await db.docsSession.findMany({
    where: { id: { in: [...ids] }, host, endedAt: null },
    select: {
      id: true,
      sessionId: true,
      projectId: true,
      created: true,
      user: { select: { id: true, username: true, isSuperuser: true } },
    },
  });
  for (const { user, ...row } of rows) {
    const actor: Actor = {
      kind: "user",
      userId: user.id,
      username: user.username,
      superuser: user.isSuperuser,
      sessionId: row.sessionId,
      authenticatedAt: row.created,
      address,
      client,
    };
    await command(actor, (c) => endDocsSession(c, row, host)).catch(spent);
  }
}

async function endDocsSession(
  c: Command,
  { id, projectId }: { id: string; projectId: number },
  host: string,
): Promise<void> {
  const ended = await c.tx.docsSession.updateMany({
    where: { id, endedAt: null },
    data: { endedAt: clock.now() },
  });
  if (ended.count !== 1) throw forbidden("spent");
  await c.record({
    action: "docs_session.end",
    projectId,
    subjectKind: "project",
    subjectId: projectId,
    subjectLabel: host,
  });
  await c.siteChanged(projectId, "readers");
}

/** Two requests may bring the same code or session at once; the one that comes second has nothing. */
function spent(error: unknown): null {
  if (error instanceof Error && error.message === "spent") return null;
  throw error;
}

const isSameHost = (asked: string, made: string): boolean => {
  const [left, right] = [parseHost(asked, docsHosts), parseHost(made, docsHosts)];
  return JSON.stringify(left) === JSON.stringify(right);
};
