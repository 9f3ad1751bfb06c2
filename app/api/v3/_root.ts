import { createHash } from "node:crypto";
import { runConsole } from "#app/api/v3/_console.ts";
import { listOperations, type Operation } from "#app/api/v3/_operations.ts";
import { apiPaths, paths } from "#lib/paths.ts";
import { escapeHtml } from "#lib/platform/html/escape.ts";

const style = `
:root { color-scheme: light dark; --bg: light-dark(#fbfcfd, #0c0e12); --surface: light-dark(#fff, #12151a);
  --border: light-dark(#dbdee2, #2a2e34); --control: light-dark(#878d93, #646972); --text: light-dark(#161b22, #eceff2);
  --muted: light-dark(#515962, #a3aab2); --accent: light-dark(#2863ab, #70aff4); --on-accent: light-dark(#fff, #080e16);
  --soft: light-dark(#e4f0ff, #1a2c44); --good: light-dark(#156f41, #63d18f); --bad: light-dark(#b32322, #fb817f) }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--text); font: 0.9375rem/1.5 system-ui, sans-serif }
header, main { max-width: 76rem; margin: 0 auto; padding: 1rem }
header p { margin: 0.25rem 0; color: var(--muted); max-width: 45rem }
h1 { font-size: 1.25rem; margin: 0 }
h2 { font-size: 0.8125rem; margin: 1.25rem 0 0.25rem; color: var(--muted); text-transform: capitalize }
a { color: var(--accent) }
code, pre, textarea, input { font: 0.8125rem/1.5 ui-monospace, Menlo, Consolas, monospace }
main { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr) }
@media (min-width: 60rem) {
  main { grid-template-columns: minmax(0, 26rem) minmax(0, 1fr) }
  .try { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow: auto }
}
@media (max-width: 59.99rem) { .try { order: -1 } }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: grid; grid-template-columns: 3.75rem minmax(0, 1fr); padding: 0.25rem 0.5rem; border-radius: 6px;
  text-decoration: none; color: inherit }
nav a:hover, nav a[aria-current] { background: var(--soft) }
nav small { grid-column: 2; color: var(--muted) }
nav code, form p { overflow-wrap: anywhere }
b { font: 600 0.75rem/1.75 ui-monospace, Menlo, monospace; color: var(--accent) }
form, section { background: var(--surface); border: 1px solid var(--border); border-radius: 10px; padding: 1rem }
section { margin-top: 1rem }
[hidden] { display: none }
form h2 { margin: 0; font-size: 1rem; color: inherit; text-transform: none; overflow-wrap: anywhere }
form p { margin: 0.25rem 0 0.75rem; color: var(--muted); font-size: 0.8125rem }
#fields { display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)) }
label { display: block; font-size: 0.8125rem; color: var(--muted); margin-bottom: 0.5rem }
input, textarea { display: block; width: 100%; padding: 0.375rem 0.5rem; color: var(--text); background: var(--bg);
  border: 1px solid var(--control); border-radius: 6px }
textarea { min-height: 9rem; resize: vertical }
button { padding: 0.375rem 1rem; border: 0; border-radius: 6px; background: var(--accent); color: var(--on-accent);
  font: inherit; cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
#status { font-weight: 600; overflow-wrap: anywhere }
#status[data-ok="true"] { color: var(--good) }
#status[data-ok="false"] { color: var(--bad) }
pre { margin: 0.5rem 0 0; padding: 0.75rem; max-height: 28rem; overflow: auto; background: var(--bg);
  border: 1px solid var(--border); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere }
summary { cursor: pointer; color: var(--muted); font-size: 0.8125rem }
`;

const script = `(${runConsole})()`;

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Long paths break after a slash. */
const breakable = (path: string): string => escapeHtml(path).replace(/\/(?=.)/g, "/<wbr>");

const item = ({ id, method, path, summary }: Operation): string =>
  `<li><a href="#${escapeHtml(id)}"><b>${method}</b><code>${breakable(path)}</code><small>${escapeHtml(summary)}</small></a></li>`;

function groups(operations: readonly Operation[]): string {
  const found = Map.groupBy(operations, ({ group }) => group);
  return [...found]
    .map(([name, of]) => `<div><h2>${escapeHtml(name)}</h2><ul>${of.map(item).join("")}</ul></div>`)
    .join("\n");
}

/**
 * The root as a page for people; the only HTML of the API (decision 3). Lists what the OpenAPI document describes, with a form to
 * try it: as whoever is signed in, with a token, or as nobody. Its script and style are the only ones its policy lets run.
 */
export function renderRoot(entries: Readonly<Record<string, string>>): Response {
  const operations = listOperations();
  const links = Object.entries(entries)
    .map(([name, href]) => `<a href="${escapeHtml(href)}">${escapeHtml(name)}</a>`)
    .join(" · ");
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lectern API v3</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>Lectern API v3</h1>
<p>Choose a request to try it here. Requests are sent as you are logged in, or with the token you give. They are real: a deleted project is deleted.
<a href="${paths.login(apiPaths.root())}">Log in</a> or make a <a href="${paths.tokens()}">token</a>.</p>
<p>${links}</p>
</header>
<main>
<nav aria-label="Requests">
<label>Find a request<input id="filter" type="search" autocomplete="off" spellcheck="false"></label>
<p id="none" role="status" hidden>No request has these words.</p>
${groups(operations)}
</nav>
<div class="try">
<noscript><p>Trying requests needs JavaScript. The addresses are plain HTTP: any client will do.</p></noscript>
<form id="request" hidden>
<h2><b id="method"></b> <code id="path"></code></h2>
<p id="summary"></p>
<div id="fields"></div>
<div id="body-field">
<label>Body (JSON)<textarea id="body" spellcheck="false" aria-describedby="may-hold"></textarea></label>
<p>It may hold: <span id="may-hold"></span></p>
</div>
<label>Token, if not as you are logged in<input id="token" type="password" autocomplete="off"></label>
<button id="send">Send</button>
</form>
<section id="answer" aria-label="Answer" hidden>
<div id="status" role="status"></div>
<details><summary>Headers</summary><pre id="headers" tabindex="0"></pre></details>
<pre id="answer-body" tabindex="0"></pre>
</section>
</div>
</main>
<script type="application/json" id="operations">${JSON.stringify(operations).replaceAll("<", "\\u003c")}</script>
<script>${script}</script>
</body>
</html>
`;
  return new Response(page, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Referrer-Policy": "no-referrer",
    },
  });
}
