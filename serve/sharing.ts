import { clock } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { derivedKeys } from "#lib/platform/secrets/keys.ts";
import { docsHosts } from "#lib/publishing/queries.ts";
import { encodePath, originOf, placeOf } from "#lib/publishing/rules/address.ts";
import { familyOf } from "#lib/publishing/rules/family.ts";
import { formatHost } from "#lib/publishing/rules/host.ts";
import { returnPath } from "#lib/publishing/rules/return-path.ts";
import type { DocsProject } from "#lib/publishing/schema.ts";
import { afterUnknownSecret, beforeSecretTry } from "#lib/sharing/attempts/commands.ts";
import { type Asked, askForExtension } from "#lib/sharing/extension-requests/commands.ts";
import { formPurpose, isOwnForm } from "#lib/sharing/rules/forms.ts";
import { firstMomentAfter } from "#lib/sharing/rules/lifetime.ts";
import { findLink } from "#lib/sharing/secrets/queries.ts";
import type { SharedLink } from "#lib/sharing/secrets/schema.ts";
import { leaveShares } from "#lib/sharing/sessions/commands.ts";
import { forgottenShareCookie } from "#lib/sharing/sessions/rules.ts";
import { badRequestHtml } from "#serve/pages/pages.ts";
import { linkEndedHtml } from "#serve/pages/sharing/ended-links.ts";
import { sharingLeftHtml } from "#serve/pages/sharing/refusals.ts";
import { type Answer, comesFromItsOwnHost } from "#serve/request.ts";
import {
  callerOf,
  enter,
  goOn,
  noteEntry,
  type Opened,
  sessionsHeld,
  startOf,
} from "#serve/sharing-entry.ts";
import { notValid, queryOf, servePasswordLink, servePrompt } from "#serve/sharing-passwords.ts";
import { csrfFor, languageHere, recipientsPage, sharingPath, tooManyTries } from "#serve/sharing-prompt.ts";
import { hostOf, placeOfVisit, renew, type Visit, visitor, wantsHttps } from "#serve/visit.ts";

/** Where a reader gives up what shares have opened. */
const leavePath = `${sharingPath}logout`;

/** Everything below `/_/sharing/` (spec/serving.md 14.3, Entry points); null for anything else, and where nothing is private. */
export function serveSharing(visit: Visit): Promise<Answer> | null {
  const isOurs = env.EDITION === "business" && visit.target.path.startsWith(sharingPath);
  return isOurs ? serve(visit) : null;
}

async function serve(visit: Visit): Promise<Answer> {
  const { request, target } = visit;
  const body = request.method === "POST" ? await request.body() : null;
  if (request.method === "POST" && body === null) return tooLarge(visit);
  const form = body === null ? null : new URLSearchParams(body);
  if (target.path === sharingPath) return servePrompt(visit, form);
  if (target.path === leavePath) return form === null ? showLeft(visit) : leave(visit);
  const [, secret, ask] = /^\/_\/sharing\/([^/]+?)(\/ask)?\/?$/.exec(target.path) ?? [];
  if (secret === undefined) return notValid(visit);
  return serveLink(visit, {
    secret,
    action: `${sharingPath}${encodePath(secret)}`,
    isAsking: ask !== undefined,
    form,
  });
}

interface AskedLink {
  readonly secret: string;
  /** Its address here. */
  readonly action: string;
  /** Whether it is sent to `…/ask`. */
  readonly isAsking: boolean;
  readonly form: URLSearchParams | null;
}

async function serveLink(visit: Visit, asked: AskedLink): Promise<Answer> {
  const { address } = visit.request;
  const wait = await beforeSecretTry({ address });
  if (wait !== null) return tooManyTries(visit, wait, asked.action);
  const projects = projectsAt(visit);
  const found = await findLink(new Set(projects.map(({ id }) => id)), asked.secret);
  const project = found && projects.find(({ id }) => id === found.projectId);
  if (!found || !project) {
    await afterUnknownSecret({ address });
    return notValid(visit);
  }
  const elsewhere = homeElsewhere(visit, project);
  // A cookie that is set here would not be sent there.
  if (elsewhere !== null)
    return goOn(visit, `${elsewhere}${encodePath(visit.target.path)}${visit.target.query}`);
  if (firstMomentAfter(found.expires) <= clock.now()) return serveEnded(visit, found, asked);
  return openLink(visit, project, found, asked);
}

/** The projects whose links a host takes: its own, and those that are read there. */
const projectsAt = ({ at }: Visit): DocsProject[] =>
  [...familyOf(at.project)].filter(
    (project) => project === at.project || placeOf(project).root === at.project,
  );

/** The origin of the host a project is read on, null when that is the one asked. */
function homeElsewhere({ at }: Visit, project: DocsProject): string | null {
  const { root } = placeOf(project);
  const home = root.domain?.host ?? formatHost(root.slug, null, docsHosts);
  return hostOf(at) === home ? null : originOf(root, null, docsHosts);
}

async function openLink(
  asked: Visit,
  project: DocsProject,
  found: SharedLink,
  { action, isAsking, form }: AskedLink,
): Promise<Answer> {
  const known = await findShare(asked, project, found);
  if (known === null) return notValid(asked);
  const { visit, opened } = known;
  const { secretId: id, recipientId, type, shareId } = found;
  const next = returnPath(queryOf(visit).get("next"));
  const reader = await visitor(visit);
  const isMember = reader.userId !== null && opened.project.readers.has(reader.userId);
  const isIn = type === "password" && reader.shareGrants.some((grant) => grant.shareId === shareId);
  // Asking for the headers only begins no session.
  const isLooking = type === "token" && visit.request.method === "HEAD";
  if (form === null && (isMember || isIn || isLooking)) return goOn(visit, next ?? startOf(opened));
  if (type === "password") return servePasswordLink(visit, isAsking ? null : form, { found, opened, action });
  const entered = await enter(visit, { ...opened, secret: { id, recipientId } }, { next, again: action });
  return entered ?? notValid(visit);
}

/** The share of a link as the site knows it, read again where it is too new for that. */
async function findShare(
  visit: Visit,
  project: DocsProject,
  { shareId }: SharedLink,
): Promise<{ visit: Visit; opened: Omit<Opened, "secret"> } | null> {
  const share = project.shares.get(shareId);
  if (share) return { visit, opened: { project, share } };
  const renewed = await renew(visit);
  const again = renewed && projectsAt(renewed).find(({ id }) => id === project.id);
  const found = again?.shares.get(shareId);
  return renewed && again && found ? { visit: renewed, opened: { project: again, share: found } } : null;
}

const statuses: Readonly<Record<Exclude<Asked, "missing">, number>> = {
  asked: 200,
  invalid: 400,
  too_many: 429,
};

/** A link whose last day is over: says so to whoever has the right secret, and takes a request for more time (decision 19). */
async function serveEnded(visit: Visit, found: SharedLink, asked: AskedLink): Promise<Answer> {
  const action = `${asked.action}/ask`;
  const { hostname: host } = placeOfVisit(visit, null, null);
  const ask = found.takesRequests ? { action, csrf: csrfFor(visit, action) } : null;
  const page = { language: languageHere(visit), host, endedOn: found.expires, ask };
  const keys = derivedKeys(formPurpose).map(({ key }) => key);
  const isSent =
    asked.isAsking &&
    ask !== null &&
    isOwnForm(asked.form?.get("csrf") ?? "", { host: hostOf(visit.at), action }, clock.now(), keys);
  if (!isSent) {
    noteEntry(visit, found, null);
    return recipientsPage(visit, 410, linkEndedHtml({ ...page, asked: false }));
  }
  const { address, client } = callerOf(visit);
  const became = await askForExtension(
    { kind: "visitor", address, client },
    {
      projectId: found.projectId,
      secret: asked.secret,
      email: asked.form?.get("email") ?? "",
      note: asked.form?.get("note") ?? "",
      language: page.language,
    },
  );
  if (became === "missing") return notValid(visit);
  const problem = became === "invalid" ? "email" : became === "too_many" ? "often" : null;
  return recipientsPage(
    visit,
    statuses[became],
    linkEndedHtml({ ...page, asked: became === "asked", problem }),
  );
}

/** Ends the sessions a browser brings, and lets it forget them. */
async function leave(visit: Visit): Promise<Answer> {
  if (!comesFromItsOwnHost(visit.request)) return goOn(visit, leavePath);
  await leaveShares(sessionsHeld(visit), callerOf(visit));
  return goOn(visit, leavePath, ["Set-Cookie", forgottenShareCookie(wantsHttps(visit.at))]);
}

async function showLeft(visit: Visit): Promise<Answer> {
  const { shareGrants } = await visitor(visit);
  if (shareGrants.some(({ sessionId }) => sessionId !== null)) return goOn(visit, "/");
  const { hostname: host } = placeOfVisit(visit, null, null);
  return recipientsPage(visit, 200, sharingLeftHtml({ language: languageHere(visit), host }));
}

/** What is left of it is not read, so the connection cannot be used again. */
const tooLarge = (visit: Visit): Answer => {
  const answer = recipientsPage(visit, 413, badRequestHtml());
  return { ...answer, headers: [...answer.headers, "Connection", "close"] };
};
