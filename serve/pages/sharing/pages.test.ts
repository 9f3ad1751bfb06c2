import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { de } from "#serve/pages/sharing/catalogues/de.ts";
import { en } from "#serve/pages/sharing/catalogues/en.ts";
import { es } from "#serve/pages/sharing/catalogues/es.ts";
import { fr } from "#serve/pages/sharing/catalogues/fr.ts";
import { ja } from "#serve/pages/sharing/catalogues/ja.ts";
import { linkEndedHtml, linkNotValidHtml } from "#serve/pages/sharing/ended-links.ts";
import { type Language, languageOf, languages } from "#serve/pages/sharing/languages.ts";
import { promptHtml, tooManyTriesHtml } from "#serve/pages/sharing/prompt.ts";
import {
  codeRefusedHtml,
  logInNeededHtml,
  noAccessHtml,
  notInShareHtml,
  sharingLeftHtml,
} from "#serve/pages/sharing/refusals.ts";

const hostile = `"'><script>alert(1)</script>&{host}`;
const host = hostile;
const logIn = `https://app.example/${hostile}`;
const prompt = { host, action: `/_/sharing/${hostile}`, csrf: hostile, next: `/${hostile}`, logIn };
const endedOn = new Date("2026-11-27T00:00:00Z");
const ask = { action: `/${hostile}`, csrf: hostile };
const covered = [{ address: `/${hostile}`, label: hostile }];
const wait = { host, waitSeconds: 230, now: new Date("2026-11-21T21:16:10Z"), again: `/${hostile}` };

/** Every page in every state, with values nobody would choose. */
const pages: readonly (readonly [name: string, page: (language: Language) => string])[] = [
  ["prompt", (language) => promptHtml({ language, ...prompt, problem: null, ended: false })],
  ["wrong password", (language) => promptHtml({ language, ...prompt, problem: "wrong", ended: false })],
  ["open for too long", (language) => promptHtml({ language, ...prompt, problem: "stale", ended: false })],
  ["prompt after the end", (language) => promptHtml({ language, ...prompt, problem: null, ended: true })],
  [
    "prompt in a frame",
    (language) => promptHtml({ language, ...prompt, problem: null, ended: false, isFramed: true }),
  ],
  ["too many tries", (language) => tooManyTriesHtml({ language, ...wait })],
  ["link not valid", (language) => linkNotValidHtml({ language })],
  ["link ended", (language) => linkEndedHtml({ language, host, endedOn, ask: null, asked: false })],
  ["link ended, to ask", (language) => linkEndedHtml({ language, host, endedOn, ask, asked: false })],
  [
    "asked without address",
    (language) => linkEndedHtml({ language, host, endedOn, ask, asked: false, problem: "email" }),
  ],
  [
    "asked often",
    (language) => linkEndedHtml({ language, host, endedOn, ask, asked: false, problem: "often" }),
  ],
  ["asked", (language) => linkEndedHtml({ language, host, endedOn, ask, asked: true })],
  ["log in", (language) => logInNeededHtml({ language, host, logIn })],
  ["log in after the end", (language) => logInNeededHtml({ language, host, logIn, ended: true })],
  ["log in from a frame", (language) => logInNeededHtml({ language, host, logIn, isFramed: true })],
  ["no access", (language) => noAccessHtml({ language, host, logIn })],
  ["version not in share", (language) => notInShareHtml({ language, host, covered, logIn })],
  [
    "page not in share",
    (language) => notInShareHtml({ language, host, covered: [], logIn, missing: "page" }),
  ],
  ["left", (language) => sharingLeftHtml({ language, host })],
  ["used code", (language) => codeRefusedHtml({ language })],
];
const everyPage = pages.flatMap(([name, page]) =>
  languages.map((language) => ({ name, language, text: page(language) })),
);

/** Where the way on is a person. */
const saysWhomToAsk = new Set(["link not valid", "link ended", "asked", "asked often"]);

describe.each(everyPage)("[dashboard V4] $name in $language", ({ name, language, text }) => {
  it("is one small answer without a script that needs nothing else", () => {
    expect(gzipSync(text).length).toBeLessThanOrEqual(5 * 1024);
    expect(text).not.toMatch(/<script|<link|<img|<iframe| src=| on[a-z]+=|url\(|@import|javascript:/i);
  });

  it("takes nothing it was given for markup or for a sentence of its own", () => {
    expect(text).not.toContain(hostile);
    expect(text).not.toMatch(/undefined|null|\[object/);
    expect(text.replaceAll("&amp;{host}", "")).not.toMatch(/\{[a-z]+\}/);
  });

  it("says in which language it is, and leads to the four others", () => {
    expect(text).toMatch(new RegExp(`^<!doctype html><html lang="${language}">`));
    const offered = [...text.matchAll(/ hreflang="(..)" href="[^"]*[?;]lang=(..)"/g)];
    const others = languages.filter((other) => other !== language);
    expect(offered.map(([, named]) => named)).toEqual(others);
    expect(offered.map(([, , linked]) => linked)).toEqual(others);
  });

  it("has one heading, is not for search engines, and never a dead end", () => {
    expect(text.match(/<h1>[^<]+<\/h1>/g)).toHaveLength(1);
    expect(text).toContain('<meta name="robots" content="noindex">');
    const own = text.slice(text.indexOf("<h1>"), text.indexOf("<nav"));
    expect(/<a [^>]*href=|<form /.test(own)).toBe(!saysWhomToAsk.has(name));
  });

  it("ties every field to its label and to what was wrong with it", () => {
    const fields = [...text.matchAll(/<(?:input|textarea) id="(\w+)"/g)].map(([, id]) => id);
    expect([...text.matchAll(/<label for="(\w+)"/g)].map(([, id]) => id)).toEqual(fields);
    expect(text.includes('aria-describedby="e"') && !text.includes('id="e" role="alert"')).toBe(false);
  });
});

const plain = {
  host: "docs.acme.com",
  action: "/_/sharing/",
  csrf: "signed",
  next: "/en/latest/?q=1",
  logIn: "https://app.acme.com/log-in",
};
/** Without tags and style, one space between words. */
const words = (text: string): string =>
  text
    .replace(/<style>.*<\/style>|<nav.*<\/nav>/gs, "")
    .replace(/<(?!\/?(?:strong|time)\b)[^>]*>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
const shown = (text: string): string => words(text.slice(text.indexOf("<main>")));

describe("the words of the English pages (dashboard 3.2)", () => {
  const base = { language: "en", ...plain } as const;
  it.each([
    [
      "prompt",
      promptHtml({ ...base, problem: null, ended: false }),
      "Authorization required The documentation at docs.acme.com is private. Enter the password you were given. Password Continue Log in with your account",
    ],
    [
      "wrong password",
      promptHtml({ ...base, problem: "wrong", ended: false }),
      "Authorization required The documentation at docs.acme.com is private. Enter the password you were given. That password did not work. Check for extra spaces and try again. Password Continue Log in with your account",
    ],
    [
      "after the end",
      promptHtml({ ...base, problem: null, ended: true }),
      "Authorization required Your access ended. The documentation at docs.acme.com is private. Enter the password you were given. Password Continue Log in with your account",
    ],
    [
      "too many tries",
      tooManyTriesHtml({ ...base, ...wait, host: base.host, again: "/" }),
      "Too many tries Wait until 21:20 UTC (about 4 minutes), then try again. Nothing is locked for other people. Try again",
    ],
    [
      "link not valid",
      linkNotValidHtml(base),
      "Link not valid This sharing link is not valid any more. Ask the person who sent it for a new one.",
    ],
    [
      "link expired",
      linkEndedHtml({ ...base, endedOn, ask: { action: "/a", csrf: "c" }, asked: false }),
      "Link expired This link ended on 27 Nov 2026 (UTC). Your e-mail address Note (optional) Ask for a new one",
    ],
    [
      "log in needed",
      logInNeededHtml(base),
      "Authorization required Only people with access can read docs.acme.com. Log in If someone sent you a link, open that link first.",
    ],
    [
      "not in this share",
      notInShareHtml({ ...base, covered: [{ address: "/en/1.0/", label: "1.0" }] }),
      "Authorization required Your link does not include this version. It includes: 1.0 Log in with your account",
    ],
  ])("%s", (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it("only a refused try is announced as an error in the window's title", () => {
    const title = (problem: "wrong" | null) =>
      /<title>(.*)<\/title>/.exec(promptHtml({ ...base, problem, ended: false }))?.[1];
    expect(title("wrong")).toBe("Error: Authorization required");
    expect(title(null)).toBe("Authorization required");
  });

  it("the prompt keeps where the reader wanted to go, in the form and in other languages", () => {
    const text = promptHtml({ ...base, problem: null, ended: false });
    expect(text).toContain('<form method="post" action="/_/sharing/?lang=en">');
    expect(text).toContain('<input type="hidden" name="next" value="/en/latest/?q=1">');
    expect(text).toContain('href="/_/sharing/?next=%2Fen%2Flatest%2F%3Fq%3D1&amp;lang=de"');
  });

  it("what opens in no frame leads out of it", () => {
    const links = (isFramed: boolean) =>
      logInNeededHtml({ ...base, isFramed }).match(/<a [^>]*>(?:Log in|Open in a new tab)</g);
    expect(links(false)).toEqual([`<a class="button" href="${base.logIn}">Log in<`]);
    expect(links(true)).toEqual([
      `<a class="button" href="${base.logIn}" target="_blank" rel="noopener">Log in<`,
      '<a href="" target="_blank" rel="noopener">Open in a new tab<',
    ]);
  });

  it("a link nobody knows looks the same wherever it is tried", () => {
    expect(linkNotValidHtml.length).toBe(1);
    expect(linkNotValidHtml({ language: "en" })).not.toContain("docs.");
  });
});

test.each<[Language, number, string, string]>([
  ["en", 1, "21:17 UTC", "1 second"],
  ["en", 59, "21:18 UTC", "59 seconds"],
  ["en", 60, "21:18 UTC", "1 minute"],
  ["en", 61, "21:18 UTC", "2 minutes"],
  ["en", 3600, "22:17 UTC", "60 minutes"],
  ["de", 230, "21:20 UTC", "4 Minuten"],
  ["es", 230, "21:20 UTC", "4 minutos"],
  ["fr", 230, "21:20 UTC", "4 minutes"],
  ["ja", 230, "21:20 UTC", "4 分"],
])("in %s, %i seconds to wait are until %s, about %s", (language, waitSeconds, time, duration) => {
  const text = shown(tooManyTriesHtml({ language, ...wait, waitSeconds }));
  expect(text).toContain(time);
  expect(text).toContain(duration);
});

test.each<[Language, string]>([
  ["en", "27 Nov 2026 (UTC)"],
  ["de", "27. Nov. 2026 (UTC)"],
  ["es", "27 nov 2026 (UTC)"],
  ["fr", "27 nov. 2026 (UTC)"],
  ["ja", "2026年11月27日 (UTC)"],
])("in %s a link ended on %s", (language, day) => {
  expect(shown(linkEndedHtml({ language, host: "h", endedOn, ask: null, asked: false }))).toContain(day);
});

describe("catalogues", () => {
  const braces = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();

  it.each(Object.entries({ de, es, fr, ja }))(
    "%s says everything, with the same words to fill in",
    (_, other) => {
      for (const [key, text] of Object.entries(en) as [keyof typeof en, string][]) {
        expect(other[key], key).not.toBe("");
        expect(braces(other[key]), key).toEqual(braces(text));
      }
      const same = Object.keys(en).filter(
        (key) => other[key as keyof typeof en] === en[key as keyof typeof en],
      );
      expect(same.filter((key) => key !== "error")).toEqual([]);
    },
  );
});

describe("the language of an answer", () => {
  it.each<[header: string | undefined, chosen: string | null, Language]>([
    [undefined, null, "en"],
    ["", null, "en"],
    ["de", null, "de"],
    ["de-CH,de;q=0.9,en;q=0.5", null, "de"],
    ["pt-BR,pt;q=0.9,es;q=0.8,en;q=0.7", null, "es"],
    ["FR", null, "fr"],
    ["ja-JP", null, "ja"],
    ["en;q=0.1, fr;q=0.2", null, "fr"],
    ["de;q=0, en", null, "en"],
    ["pt", null, "en"],
    ["*", null, "en"],
    ["de", "ja", "ja"],
    ["de", "pt", "de"],
    ["de", "", "de"],
    ["de", "toString", "de"],
    [";;;,q=", null, "en"],
  ])("%j, %j → %s", (header, chosen, expected) => {
    expect(languageOf(header, chosen)).toBe(expected);
  });

  it("is one of the five whatever is asked", () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string()), (header, chosen) => {
        expect(languages).toContain(languageOf(header, chosen));
      }),
    );
  });
});
