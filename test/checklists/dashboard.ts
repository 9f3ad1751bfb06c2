import type { ChecklistLine } from "#test/checklists/builds.ts";

/**
 * The lines of design/dashboard.md 6: accessibility A, speed and weight V, keyboard-only scripts K, clicks of the everyday tasks C,
 * behaviour B. What a busy machine cannot judge is measured by `npm run bench` instead of a test; `measured` names the file.
 */
export const dashboardChecklist: readonly (ChecklistLine & { readonly measured?: string })[] = [
  {
    id: "dashboard A1",
    line: "axe on every page × {light, dark} × {empty, full, error} and with each dialog, menu, sheet and palette open: no violation",
  },
  { id: "dashboard A2", line: "the same on all recipients' pages, 320 and 1280 px" },
  { id: "dashboard A3", line: "scripts K1 to K14 by keys only, the focus visible at every step" },
  { id: "dashboard A4", line: "320 px and 400 % zoom, text spacing set wide: no loss, no sideways scroll" },
  { id: "dashboard A5", line: "forced colours and reduced motion: all states readable, nothing moves > 5 s" },
  { id: "dashboard A6", line: "targets ≥ 24 px, ≥ 44 px under a coarse pointer" },
  {
    id: "dashboard A7",
    line: "screen-reader pass NVDA+Firefox, VoiceOver+Safari on K1–K5",
    struck: "needs real screen readers on Windows and macOS, with somebody who listens",
  },
  { id: "dashboard A8", line: "one `h1`, landmarks, unique titles, `lang` on every page" },
  { id: "dashboard A9", line: "contrast of all pairs of colour tokens" },
  { id: "dashboard V1", line: "JavaScript of list pages ≤ 195 kB, of the build page ≤ 205 kB" },
  { id: "dashboard V2", line: "styles ≤ 25 kB" },
  { id: "dashboard V3", line: "fonts ≤ 70 kB, no request elsewhere" },
  { id: "dashboard V4", line: "recipients' pages ≤ 5 kB, one request, no script" },
  {
    id: "dashboard V5",
    line: "Lighthouse desktop of list pages: performance ≥ 95, accessibility and best practices 100",
    measured: "bench/dashboard-lighthouse.ts",
  },
  {
    id: "dashboard V6",
    line: "Lighthouse mobile: performance ≥ 85, recipients' pages 100",
    measured: "bench/dashboard-lighthouse.ts",
  },
  {
    id: "dashboard V7",
    line: "LCP ≤ 1.2 s, TBT ≤ 150 ms, CLS ≤ 0.02 on a desktop",
    measured: "bench/dashboard-lighthouse.ts",
  },
  { id: "dashboard V8", line: "field p75 of LCP, INP and CLS", struck: "needs visitors in the field" },
  {
    id: "dashboard V9",
    line: "server time of list HTML p95 ≤ 150 ms, at most 8 queries a page",
    measured: "bench/dashboard-pages.ts",
  },
  {
    id: "dashboard V10",
    line: "keystroke → new rows with 2,000 versions ≤ 200 ms p95",
    measured: "bench/dashboard-typing.ts",
  },
  {
    id: "dashboard V11",
    line: "50,000-line log: first frame ≤ 1 s, append ≤ 50 ms, memory ≤ 250 MB",
    measured: "bench/dashboard-log.ts",
  },
  {
    id: "dashboard V12",
    line: "a line is visible ≤ 1 s p95 after it was written; no line lost or doubled when the connection is cut",
  },
  {
    id: "dashboard V13",
    line: "revoke → recipient refused ≤ 1 s on every route",
    measured: "bench/revocation.ts",
  },
  {
    id: "dashboard V14",
    line: "palette usable ≤ 100 ms after first use",
    measured: "bench/dashboard-typing.ts",
  },
  { id: "dashboard K1", line: "log in → create secret link → copy → revoke → undo" },
  { id: "dashboard K2", line: "password share, opened as recipient: wrong, then right" },
  { id: "dashboard K3", line: "header token, the copied curl answers 200" },
  {
    id: "dashboard K4",
    line: "import → build page; by address, because no provider can be connected yet to list repositories",
  },
  { id: "dashboard K5", line: "failed build → first error → copy permalink → re-run → cancel" },
  { id: "dashboard K6", line: "filter versions, select a range, hide, undo" },
  { id: "dashboard K7", line: "add redirect, test, move to top without dragging" },
  { id: "dashboard K8", line: "paste variables, replace one" },
  { id: "dashboard K9", line: "invite two people to a team, revoke one" },
  { id: "dashboard K10", line: "create token, rotate, delete" },
  { id: "dashboard K11", line: "add domain, copy records" },
  {
    id: "dashboard K12",
    line: "find term without results → create page issue link; 404 → redirect",
    struck: "there are no analytics yet to list terms and 404s",
  },
  { id: "dashboard K13", line: "delete project, restore" },
  { id: "dashboard K14", line: "K1 through the palette only" },
  { id: "dashboard C1", line: "a secret link in the clipboard: 2 clicks" },
  { id: "dashboard C2", line: "revoke a share: 2, in use 3" },
  { id: "dashboard C3", line: "rebuild a version: 1" },
  { id: "dashboard C4", line: "activate a version: 2" },
  { id: "dashboard C5", line: "hide 10 versions: 3" },
  { id: "dashboard C6", line: "add a page redirect: 3" },
  { id: "dashboard C7", line: "move rule 20 to the top: 3" },
  { id: "dashboard C8", line: "add 5 environment variables: 3" },
  { id: "dashboard C9", line: "change a variable's value: 3" },
  { id: "dashboard C10", line: "see why the last build failed: 1" },
  { id: "dashboard C11", line: "new API token in the clipboard: 4" },
  { id: "dashboard C12", line: "invite 3 people to a team: 4" },
  {
    id: "dashboard C13",
    line: "import a listed repository: 3",
    struck: "no provider can be connected yet to list repositories",
  },
  {
    id: "dashboard C14",
    line: "turn a 404 into a redirect: 3",
    struck: "there are no analytics yet to list 404s",
  },
  {
    id: "dashboard B1",
    line: "no secret in HTML after refresh, address, history state, toast, log, `GET` answer or picture of a list",
  },
  {
    id: "dashboard B2",
    line: "a receipt is not closed by Esc or a press outside before copying; sent twice, a form creates one thing",
  },
  {
    id: "dashboard B3",
    line: "forms usable with script disabled: log in, invitations, recipients' pages, filters, delete confirm",
    struck:
      "recipients' pages need no script (serve/pages/sharing); the dashboard's own forms speak to the API, which takes JSON only (decision 3)",
  },
  {
    id: "dashboard B4",
    line: "every page opened by address by A, U, M, P and O, in both editions, answers 200, 403 or 404 as written by hand",
  },
  { id: "dashboard B5", line: "Back restores filter, page and scroll of a list" },
  {
    id: "dashboard B6",
    line: "pseudo-locale, second language complete",
    struck: "the dashboard is English (decision 32)",
  },
  { id: "dashboard B7", line: "offline and 500 injected: typed text is never lost" },
  {
    id: "dashboard B8",
    line: "no request per row; live updates shift nothing",
    measured: "bench/dashboard-log.ts",
  },
];
