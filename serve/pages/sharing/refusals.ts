import { html } from "#serve/pages/page.ts";
import type { WayOn } from "#serve/pages/pages.ts";
import type { Language } from "#serve/pages/sharing/languages.ts";
import { fill, renderForRecipients, strong, wordsIn } from "#serve/pages/sharing/layout.ts";

/** A private page, and nobody we know is asking. `ended`: the reader had access until now. */
export function logInNeededHtml(page: {
  readonly language: Language;
  readonly host: string;
  readonly logIn: string;
  readonly ended?: boolean;
}): string {
  const { language, host, logIn } = page;
  const words = wordsIn(language);
  return renderForRecipients({
    language,
    title: words.authorizationRequired,
    card: html`${page.ended ? html`<p>${strong(words.accessEnded)}</p>` : html``}<p>${fill(
      words.onlyPeopleWithAccess,
      { host: strong(host) },
    )}</p><p><a class="button" href="${logIn}">${words.logIn}</a></p>`,
    below: html`${words.openLinkFirst}`,
  });
}

/** A private page, and the member asking has no right to it. */
export function noAccessHtml(page: {
  readonly language: Language;
  readonly host: string;
  readonly logIn: string;
}): string {
  const { language, host, logIn } = page;
  const words = wordsIn(language);
  return renderForRecipients({
    language,
    title: words.authorizationRequired,
    card: html`<p>${fill(words.accountWithoutAccess, { host: strong(host) })}</p><p>${words.askOwner}</p><p><a class="button" href="${logIn}">${words.useAnotherAccount}</a></p>`,
  });
}

/** A live share that does not reach this far. `covered` is where it leads instead. */
export function notInShareHtml(page: {
  readonly language: Language;
  readonly host: string;
  readonly covered: readonly WayOn[];
  readonly logIn: string;
  /** What is not in the share; a version unless told otherwise. */
  readonly missing?: "version" | "page";
}): string {
  const { language, host, covered, logIn, missing = "version" } = page;
  const words = wordsIn(language);
  const links = covered.map((way) => html`<li><a href="${way.address}">${way.label}</a></li>`);
  return renderForRecipients({
    language,
    title: words.authorizationRequired,
    card: html`<p>${missing === "page" ? words.pageNotIncluded : words.versionNotIncluded}</p>${
      covered.length > 0 ? html`<p>${words.included}</p><ul>${links}</ul>` : html`<p>${host}</p>`
    }`,
    below: html`<a href="${logIn}">${words.logInWithAccount}</a>`,
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
