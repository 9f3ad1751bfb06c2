import { type Html, html } from "#serve/pages/page.ts";
import type { Language } from "#serve/pages/sharing/languages.ts";
import {
  fill,
  logInLink,
  renderForRecipients,
  strong,
  wayOutOfFrame,
  wordsIn,
} from "#serve/pages/sharing/layout.ts";

/**
 * Asks for a password. The form posts `password`, `csrf`, `next` and, in its address, `lang` to `action`, a path without a query; a
 * GET of the same path shows the prompt in another language. `ended`: the reader had access until now. `stale`: the form was
 * open for so long that it did not count.
 */
export function promptHtml(page: {
  readonly language: Language;
  readonly host: string;
  readonly action: string;
  readonly csrf: string;
  readonly next: string;
  readonly problem: null | "wrong" | "stale";
  readonly ended: boolean;
  readonly logIn: string;
  /** Shown inside a page of somebody else, where cookies may not be kept. */
  readonly isFramed?: boolean;
}): string {
  const { language, host, action, next, problem } = page;
  const words = wordsIn(language);
  const again = (other: Language) => `${action}?${new URLSearchParams({ next, lang: other })}`;
  const told = problem === "stale" ? words.openTooLong : words.wrongPassword;
  const alert = problem === null ? html`` : html`<p class="error" id="e" role="alert">${told}</p>`;
  const state = problem === null ? html`` : html` aria-invalid="true" aria-describedby="e"`;
  // Another page's reader is not pulled out of what they do there.
  const focus = page.isFramed ? html`` : html` autofocus`;
  return renderForRecipients({
    language,
    title: words.authorizationRequired,
    isError: problem !== null,
    inLanguage: again,
    card: html`${page.ended ? html`<p>${strong(words.accessEnded)}</p>` : html``}<p>${fill(
      words.enterPassword,
      { host: strong(host) },
    )}</p>${alert}<form method="post" action="${action}?lang=${language}"><input type="hidden" name="csrf" value="${page.csrf}"><input type="hidden" name="next" value="${next}"><label for="pw">${words.password}</label><input id="pw" name="password" type="password" autocomplete="current-password" spellcheck="false" autocapitalize="none" required${focus}${state}><button class="button">${words.continue}</button></form>`,
    below: html`${page.isFramed ? wayOutOfFrame(words, again(language)) : html``}${logInLink(words, page)}`,
  });
}

/** After too many wrong passwords. `again` is where to try next, a path on the same host. */
export function tooManyTriesHtml(page: {
  readonly language: Language;
  readonly host: string;
  readonly waitSeconds: number;
  readonly now: Date;
  readonly again: string;
}): string {
  const { language, waitSeconds, now, again } = page;
  const words = wordsIn(language);
  return renderForRecipients({
    language,
    title: words.tooManyTries,
    inLanguage: (other) => `${again}${again.includes("?") ? "&" : "?"}lang=${other}`,
    card: html`<p>${fill(words.wait, {
      time: untilTime(language, now, waitSeconds),
      duration: inWords(language, waitSeconds),
    })}</p><p><a class="button" href="${again}">${words.tryAgain}</a></p>`,
  });
}

const minuteMs = 60_000;

/** Without a script a page cannot know the reader's time zone. */
function untilTime(language: Language, now: Date, waitSeconds: number): Html {
  const end = new Date(Math.ceil((now.getTime() + waitSeconds * 1000) / minuteMs) * minuteMs);
  const shown = new Intl.DateTimeFormat(language, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: "UTC",
  }).format(end);
  return html`<strong><time datetime="${end.toISOString()}">${shown} UTC</time></strong>`;
}

function inWords(language: Language, seconds: number): string {
  const [unit, amount] = seconds < 60 ? ["second", seconds] : ["minute", Math.ceil(seconds / 60)];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(amount);
}
