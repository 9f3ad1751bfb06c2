import { html } from "#serve/pages/page.ts";
import type { WayOn } from "#serve/pages/pages.ts";
import type { Language } from "#serve/pages/sharing/languages.ts";
import {
  fill,
  logInButton,
  logInLink,
  renderForRecipients,
  strong,
  wayOutOfFrame,
  wordsIn,
} from "#serve/pages/sharing/layout.ts";

/** Whom a page is for, and where a member logs in to come back to it. */
interface Refused {
  readonly language: Language;
  readonly host: string;
  readonly logIn: string;
  /** Shown inside a page of somebody else, where cookies may not be kept. */
  readonly isFramed?: boolean;
}

/** A private page, and nobody we know is asking. `ended`: the reader had access until now. */
export function logInNeededHtml(page: Refused & { readonly ended?: boolean }): string {
  const { language, host } = page;
  const words = wordsIn(language);
  return renderForRecipients({
    language,
    title: words.authorizationRequired,
    card: html`${page.ended ? html`<p>${strong(words.accessEnded)}</p>` : html``}<p>${fill(
      words.onlyPeopleWithAccess,
      { host: strong(host) },
    )}</p>${logInButton(words.logIn, page)}`,
    below: html`${page.isFramed ? wayOutOfFrame(words, "") : html``}${words.openLinkFirst}`,
  });
}

/** A private page, and the member asking has no right to it. */
export function noAccessHtml(page: Refused): string {
  const { language, host } = page;
  const words = wordsIn(language);
  return renderForRecipients({
    language,
    title: words.authorizationRequired,
    card: html`<p>${fill(words.accountWithoutAccess, { host: strong(host) })}</p><p>${words.askOwner}</p>${logInButton(words.useAnotherAccount, page)}`,
  });
}

/**
 * A live share that does not reach this far. `covered` is where it leads instead; `missing` is what is not in it, a version unless
 * told otherwise.
 */
export function notInShareHtml(
  page: Refused & { readonly covered: readonly WayOn[]; readonly missing?: "version" | "page" },
): string {
  const { language, host, covered, missing = "version" } = page;
  const words = wordsIn(language);
  const links = covered.map((way) => html`<li><a href="${way.address}">${way.label}</a></li>`);
  return renderForRecipients({
    language,
    title: words.authorizationRequired,
    card: html`<p>${missing === "page" ? words.pageNotIncluded : words.versionNotIncluded}</p>${
      covered.length > 0 ? html`<p>${words.included}</p><ul>${links}</ul>` : html`<p>${strong(host)}</p>`
    }`,
    below: logInLink(words, page),
  });
}

/** Somebody has given up the access of a share in this browser. */
export function sharingLeftHtml({
  language,
  host,
}: {
  readonly language: Language;
  readonly host: string;
}): string {
  const words = wordsIn(language);
  return renderForRecipients({
    language,
    title: words.sharedAccessEnded,
    card: html`<p>${fill(words.left, { host: strong(host) })}</p><p><a href="/">${words.toDocumentation}</a></p>`,
  });
}

/** A one-time code that is used up, too old, or for another host. */
export function codeRefusedHtml({ language }: { readonly language: Language }): string {
  const words = wordsIn(language);
  return renderForRecipients({
    language,
    title: words.codeNoLongerValid,
    card: html`<p>${words.codeUsedOrOld}</p><p><a href="/">${words.toDocumentation}</a></p>`,
  });
}
