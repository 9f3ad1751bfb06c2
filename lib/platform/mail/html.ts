import { escapeHtml } from "#lib/platform/html/escape.ts";

/** What a mail says, and whose links in it may become links: others stand there as text, whoever wrote them. */
type Words = {
  readonly text: string;
  /** The word on the button that the link becomes which stands by itself. */
  readonly action?: string | undefined;
  readonly home: string;
};

const font = "font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const button =
  "display:inline-block;padding:10px 16px;border-radius:6px;background:#2863ab;color:#ffffff;text-decoration:none";
const quote = "margin:0 0 16px;padding-left:12px;border-left:3px solid #878d93";

/** The text of a mail as HTML: the same words, with a button where its link stands. Programs without HTML show the text. */
export function mailHtml({ text, action, home }: Words): string {
  const paragraphs = text.trim().split(/\n{2,}/);
  const body = paragraphs.map((paragraph) => paragraphHtml(paragraph, { action, home })).join("");
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head><body style="margin:0;padding:24px 16px;${font}"><div style="max-width:34rem"><p style="margin:0 0 24px;font-weight:600">Lectern</p>${body}</div></body></html>`;
}

function paragraphHtml(paragraph: string, { action, home }: Omit<Words, "text">): string {
  if (/^(> .*(\n|$))+$/.test(paragraph))
    return `<blockquote style="${quote}">${linesHtml(paragraph.replaceAll(/^> /gm, ""))}</blockquote>`;
  const isLink = paragraph.startsWith(`${home}/`) && !/\s/.test(paragraph);
  if (!isLink) return `<p style="margin:0 0 16px">${withLinks(paragraph, home)}</p>`;
  const href = escapeHtml(paragraph);
  if (action === undefined) return `<p style="margin:0 0 16px"><a href="${href}">${href}</a></p>`;
  const shown = `<span style="font-size:13px;opacity:.8;overflow-wrap:anywhere">${href}</span>`;
  return `<p style="margin:0 0 16px"><a href="${href}" style="${button}">${escapeHtml(action)}</a><br><br>${shown}</p>`;
}

const linesHtml = (text: string): string => escapeHtml(text).replaceAll("\n", "<br>");

/** Words that are addresses of ours, as links. */
const withLinks = (text: string, home: string): string =>
  text
    .split(/(\s+)/)
    .map((word) =>
      word.startsWith(`${home}/`) ? `<a href="${escapeHtml(word)}">${escapeHtml(word)}</a>` : linesHtml(word),
    )
    .join("");
