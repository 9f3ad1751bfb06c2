import { type Html, html } from "#serve/pages/page.ts";
import type { Catalogue } from "#serve/pages/sharing/catalogues/en.ts";
import type { Language } from "#serve/pages/sharing/languages.ts";
import { fill, renderForRecipients, wordsIn } from "#serve/pages/sharing/layout.ts";

/** A secret nobody knows, or knows any more. Says nothing about where it was tried. */
export function linkNotValidHtml({ language }: { readonly language: Language }): string {
  const words = wordsIn(language);
  return renderForRecipients({
    language,
    title: words.linkNotValid,
    card: html`<p>${words.askSender}</p>`,
  });
}

/** A form that asks for a new link. */
interface Ask {
  /** A path without a query. */
  readonly action: string;
  readonly csrf: string;
}

/**
 * The right secret, too late (decision 19). `ask` is null where the project takes no requests; the form posts `email`, `note` and
 * `csrf`. `asked`: that has just been done. `problem`: it has been refused, for the address or because it was done too often.
 */
export function linkEndedHtml(page: {
  readonly language: Language;
  readonly host: string;
  /** The last day, as UTC. */
  readonly endedOn: Date;
  readonly ask: Ask | null;
  readonly asked: boolean;
  readonly problem?: "email" | "often" | null;
}): string {
  const { language, endedOn } = page;
  const words = wordsIn(language);
  return renderForRecipients({
    language,
    title: words.linkExpired,
    isError: (page.problem ?? null) !== null,
    card: html`<p>${fill(words.linkEndedOn, { date: day(language, endedOn) })}</p>${wayOn(words, page)}`,
  });
}

function wayOn(words: Catalogue, page: Parameters<typeof linkEndedHtml>[0]): Html {
  const { language, ask, asked, problem } = page;
  if (asked) return html`<p role="status">${words.asked}</p>`;
  if (problem === "often") return html`<p class="error" role="alert">${words.askedOften}</p>`;
  if (ask === null) return html`<p>${words.askSender}</p>`;
  const isWrong = problem === "email";
  const alert = isWrong ? html`<p class="error" id="e" role="alert">${words.emailNeeded}</p>` : html``;
  const state = isWrong ? html` aria-invalid="true" aria-describedby="e"` : html``;
  return html`${alert}<form method="post" action="${ask.action}?lang=${language}"><input type="hidden" name="csrf" value="${ask.csrf}"><label for="em">${words.email}</label><input id="em" name="email" type="email" autocomplete="email" maxlength="254" required${state}><label for="no">${words.note}</label><textarea id="no" name="note" rows="3" maxlength="1000"></textarea><button class="button">${words.askForNewOne}</button></form>`;
}

function day(language: Language, date: Date): Html {
  // The day comes first, as in every other date of the product.
  const shown = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(date);
  return html`<strong><time datetime="${date.toISOString().slice(0, 10)}">${shown}</time></strong> (UTC)`;
}
