import { clock } from "#lib/platform/clock.ts";
import { derivedKeys } from "#lib/platform/secrets/keys.ts";
import { decodePath } from "#lib/publishing/rules/address.ts";
import { returnPath } from "#lib/publishing/rules/return-path.ts";
import type { DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import { afterPasswordTry, beforePasswordTry } from "#lib/sharing/attempts/commands.ts";
import { formPurpose, isOwnForm } from "#lib/sharing/rules/forms.ts";
import { sharesByPassword } from "#lib/sharing/rules/grants.ts";
import { secretKey } from "#lib/sharing/rules/secrets.ts";
import { mayRead } from "#lib/sharing/rules.ts";
import type { DocsShare } from "#lib/sharing/schema.ts";
import { secretHashes } from "#lib/sharing/secrets/queries.ts";
import type { SharedLink } from "#lib/sharing/secrets/schema.ts";
import { linkNotValidHtml } from "#serve/pages/sharing/ended-links.ts";
import { logInNeededHtml } from "#serve/pages/sharing/refusals.ts";
import type { Answer } from "#serve/request.ts";
import { enter, goOn, noteEntry, type Opened } from "#serve/sharing-entry.ts";
import {
  languageHere,
  logInAddress,
  promptAnswer,
  recipientsPage,
  sharingPath,
  tooManyTries,
} from "#serve/sharing-prompt.ts";
import { hostOf, placeOfVisit, renew, type Visit, visitor, wantedAt } from "#serve/visit.ts";

/**
 * `/_/sharing/`: the prompt as a page of its own, and where the forms of prompts in place are sent (spec/serving.md 14.3). Any
 * password counts that opens something of the version `next` leads into.
 */
export async function servePrompt(asked: Visit, form: URLSearchParams | null): Promise<Answer> {
  const visit = asked.certain ? asked : await renew(asked);
  // A preview is in no share.
  if (visit === null || visit.at.preview !== null) return notValid(asked);
  const next = returnPath((form ?? queryOf(visit)).get("next"));
  const { project, version, filename } = behind(visit, next);
  const now = clock.now().getTime();
  const shares = version === null ? allByPassword(project, now) : sharesByPassword(project, version, now);
  if (form !== null) {
    return takePassword(visit, form, { action: sharingPath, next, project, shares });
  }
  const reader = await visitor(visit);
  if (next !== null && version !== null && mayRead(reader, project, version, filename))
    return goOn(visit, next);
  if (shares.length > 0) return promptAnswer(visit, { action: sharingPath, next: next ?? "" });
  const { hostname: host } = placeOfVisit(visit, null, null);
  const logIn = logInAddress(visit, next ?? "/");
  return recipientsPage(visit, 401, logInNeededHtml({ language: languageHere(visit), host, logIn }));
}

const allByPassword = (project: DocsProject, now: number): DocsShare[] =>
  [...project.shares.values()].filter(({ type, endsAt }) => type === "password" && now < endsAt);

/** What a path to go on to is about; the version is null where it names none. */
function behind(
  { at }: Visit,
  next: string | null,
): { project: DocsProject; version: DocsVersion | null; filename: string } {
  const path = next === null ? null : decodePath(next.split(/[?#]/, 1)[0] ?? "");
  const wanted = path === null ? null : wantedAt(at, path);
  if (wanted?.kind === "page") return wanted;
  if (wanted?.kind === "download") return { ...wanted, filename: "/" };
  const project = wanted && "project" in wanted ? wanted.project : at.project;
  return { project, version: null, filename: "/" };
}

/** The link of a share by password: asks for it, and takes it. */
export async function servePasswordLink(
  visit: Visit,
  form: URLSearchParams | null,
  link: { readonly found: SharedLink; readonly opened: Omit<Opened, "secret">; readonly action: string },
): Promise<Answer> {
  const { found, action } = link;
  const { project, share } = link.opened;
  const next = returnPath((form ?? queryOf(visit)).get("next"));
  if (form === null) return promptAnswer(visit, { action, next: next ?? "" });
  const { recipientId } = found;
  return takePassword(visit, form, { action, next, project, shares: [share], recipientId });
}

interface AskedPassword {
  readonly action: string;
  readonly next: string | null;
  readonly project: DocsProject;
  readonly shares: readonly DocsShare[];
  /** Whose link it was asked at. */
  readonly recipientId?: number | null;
}

/** The answer to a form with a password for one of the shares: in, or another prompt. */
async function takePassword(visit: Visit, form: URLSearchParams, asked: AskedPassword): Promise<Answer> {
  const { action, next, project } = asked;
  const again = { action, next: next ?? "" };
  const keys = derivedKeys(formPurpose).map(({ key }) => key);
  const sent = { host: hostOf(visit.at), action };
  if (!isOwnForm(form.get("csrf") ?? "", sent, clock.now(), keys))
    return promptAnswer(visit, { ...again, problem: "stale" });
  const attempt = { projectId: project.id, address: visit.request.address };
  const wait = await beforePasswordTry(attempt);
  const back = action === sharingPath ? (next ?? action) : action;
  if (wait !== null) return tooManyTries(visit, wait, back);
  const opened = findPassword(project, asked.shares, form.get("password") ?? "");
  const entered = opened && (await enter(visit, opened, { next, again: back }));
  await afterPasswordTry({ ...attempt, right: entered !== null });
  if (entered !== null) return entered;
  noteWrong(visit, asked);
  return promptAnswer(visit, { ...again, problem: "wrong" });
}

/** A wrong password is written down for the share it was for; where it could have been for several, for none. */
function noteWrong(visit: Visit, { project, shares, recipientId = null }: AskedPassword): void {
  const [share, ...others] = shares;
  if (share === undefined || others.length > 0) return;
  noteEntry(visit, { projectId: project.id, shareId: share.id, recipientId }, null);
}

/** The share a password opens, found by its keyed hash. */
function findPassword(project: DocsProject, shares: readonly DocsShare[], text: string): Opened | null {
  const now = clock.now().getTime();
  const keys = new Set(secretHashes("password", project.id, text).map((hash) => secretKey("password", hash)));
  for (const share of shares) {
    const secret = share.secrets.find(
      ({ key, validUntil }) => keys.has(key) && (validUntil === null || now < validUntil),
    );
    if (secret && now < share.endsAt) return { project, share, secret };
  }
  return null;
}

/** A visit's query. A plus is a plus: paths are written there as people read them. */
export const queryOf = ({ target }: Visit): URLSearchParams =>
  new URLSearchParams(target.query.replaceAll("+", "%2B"));

/** The one answer to whatever is no link, or is none any more. */
export const notValid = (visit: Visit): Answer =>
  recipientsPage(visit, 404, linkNotValidHtml({ language: languageHere(visit) }));
