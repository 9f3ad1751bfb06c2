import { createHash } from "node:crypto";
import { escapeHtml } from "#lib/platform/html/escape.ts";

/** The look of the dashboard in small: system fonts, its colours, light and dark, no script (dashboard: recipients' pages). */
const style = `
:root{color-scheme:light dark;--bg:#fbfcfd;--surface:#fff;--border:#dbdee2;--control:#878d93;--text:#161b22;--muted:#515962;--accent:#2863ab;--on:#fff;--danger:#b32322;--soft:#ffebeb}
@media(prefers-color-scheme:dark){:root{--bg:#0c0e12;--surface:#12151a;--border:#2a2e34;--control:#646972;--text:#eceff2;--muted:#a3aab2;--accent:#70aff4;--on:#080e16;--danger:#fb817f;--soft:#451e1d}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:16px;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{width:min(28rem,calc(100vw - 32px))}
.card{padding:24px;background:var(--surface);border:1px solid var(--border);border-radius:10px;overflow-wrap:anywhere}
h1{margin:0 0 8px;font-size:20px;line-height:28px;font-weight:600}
p{margin:0 0 16px}
ul{margin:0 0 16px;padding-left:20px}
.card>:last-child{margin-bottom:0}
a{color:var(--accent)}
label{display:block;margin-bottom:4px;font-weight:600}
input,textarea{display:block;width:100%;min-height:44px;margin-bottom:16px;padding:8px 12px;border:1px solid var(--control);border-radius:6px;background:var(--bg);color:inherit;font:inherit}
[aria-invalid]{border-color:var(--danger)}
.error{padding:8px 12px;border-left:4px solid var(--danger);border-radius:6px;background:var(--soft)}
.button{display:inline-block;min-height:44px;padding:10px 16px;border:0;border-radius:6px;background:var(--accent);color:var(--on);font:inherit;text-decoration:none;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
footer{margin-top:16px;color:var(--muted);font-size:14px}
footer a,li a,p>a:only-child{display:inline-block;padding-block:4px}
p>a.button:only-child{padding-block:10px}
footer p{margin-bottom:4px}
nav a{margin-right:12px}
@media(max-height:300px){body{padding:6px;place-content:start center;font-size:14px;line-height:1.4}main{width:calc(100vw - 12px)}.card{padding:10px 12px}h1{margin:0;font-size:16px;line-height:24px}p,ul,input,textarea{margin-bottom:6px}.error{padding:4px 8px}input,.button{min-height:36px;padding-block:6px}p>a.button:only-child{padding-block:8px}footer{margin-top:6px;font-size:13px}}
`.replaceAll("\n", "");

/** Nothing but its own style may load or run on a page of ours; it may be framed, as documentation may. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; form-action 'self'; base-uri 'none'`;

/** HTML that has been escaped already. Made by `html` only. */
export interface Html {
  readonly markup: string;
}

/** A template whose inserted texts are escaped; lists and other `Html` are inserted as they are. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  let markup = parts[0] ?? "";
  values.forEach((value, index) => {
    markup += insert(value) + (parts[index + 1] ?? "");
  });
  return { markup };
}

function insert(value: string | Html | readonly Html[]): string {
  if (typeof value === "string") return escapeHtml(value);
  return "markup" in value ? value.markup : value.map((item) => item.markup).join("");
}

/** A whole page for people: one card, an optional line below it. `head` is the title of the window where it differs from the page's. */
export function renderPage(page: {
  readonly title: string;
  readonly head?: string;
  readonly language?: string;
  readonly card: Html;
  readonly below?: Html;
}): string {
  const { title, head = title, language = "en" } = page;
  const below = page.below ? html`<footer>${page.below}</footer>` : html``;
  return html`<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${head}</title><style>${{ markup: style }}</style><main><div class="card"><h1>${title}</h1>${page.card}</div>${below}</main></html>`
    .markup;
}
