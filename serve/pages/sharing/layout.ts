import { type Html, html, renderPage } from "#serve/pages/page.ts";
import { de } from "#serve/pages/sharing/catalogues/de.ts";
import { type Catalogue, en } from "#serve/pages/sharing/catalogues/en.ts";
import { es } from "#serve/pages/sharing/catalogues/es.ts";
import { fr } from "#serve/pages/sharing/catalogues/fr.ts";
import { ja } from "#serve/pages/sharing/catalogues/ja.ts";
import { type Language, languageNames, languages } from "#serve/pages/sharing/languages.ts";

const catalogues: Readonly<Record<Language, Catalogue>> = { en, de, es, fr, ja };

/** The words of recipients' pages in a language. */
export const wordsIn = (language: Language): Catalogue => catalogues[language];

/** A sentence of a catalogue with its words in braces filled in. */
export function fill(sentence: string, values: Readonly<Record<string, Html | string>>): Html {
  const parts = sentence.split(/\{(\w+)\}/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? html`${part}` : html`${values[part] ?? ""}`))}`;
}

export const strong = (text: string): Html => html`<strong>${text}</strong>`;

/** The dashboard opens in no frame, so the way to it leads out of one. */
const newTab = html` target="_blank" rel="noopener"`;

interface WayToLogIn {
  readonly logIn: string;
  /** Whether the page is shown inside one of somebody else. */
  readonly isFramed?: boolean;
}

/** The way to log in, for members among the recipients. */
export const logInLink = (words: Catalogue, { logIn, isFramed }: WayToLogIn): Html =>
  html`<a href="${logIn}"${isFramed ? newTab : html``}>${words.logInWithAccount}</a>`;

/** The same as the first thing to do. */
export const logInButton = (label: string, { logIn, isFramed }: WayToLogIn): Html =>
  html`<p><a class="button" href="${logIn}"${isFramed ? newTab : html``}>${label}</a></p>`;

/** For readers whose browser keeps no cookies of a page inside another one. `address` is the same page by itself. */
export const wayOutOfFrame = (words: Catalogue, address: string): Html =>
  html`${words.cookiesBlocked} <a href="${address}"${newTab}>${words.openInNewTab}</a><br>`;

/** A page for recipients: a card, a line below it, and the way to other languages (dashboard: recipients' pages). */
export function renderForRecipients(page: {
  readonly language: Language;
  readonly title: string;
  readonly card: Html;
  readonly below?: Html;
  /** Whether something the reader sent was refused; the title says it first. */
  readonly isError?: boolean;
  /** Where the same page is in another language; by default the address at hand. */
  readonly inLanguage?: (language: Language) => string;
}): string {
  const { language, title, card, inLanguage = (other) => `?lang=${other}` } = page;
  const words = wordsIn(language);
  const others = languages.filter((other) => other !== language);
  const links = others.map(
    (other) =>
      html`<a lang="${other}" hreflang="${other}" href="${inLanguage(other)}">${languageNames[other]}</a> `,
  );
  return renderPage({
    title,
    language,
    ...(page.isError ? { head: words.error.replace("{title}", title) } : {}),
    card,
    below: html`${page.below ? html`<p>${page.below}</p>` : html``}<nav aria-label="${words.language}">${links}</nav>`,
  });
}
