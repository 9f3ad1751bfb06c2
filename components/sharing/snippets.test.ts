import { expect, test } from "vitest";
import { linkSnippets, tokenSnippets } from "./snippets.ts";

const documentation = "https://acme.docs.example/en/latest/";
const code = (snippets: { name: string; code: string }[], name: string) =>
  snippets.find((snippet) => snippet.name === name)?.code;

test("no snippet holds the token unless it is asked for", () => {
  for (const snippet of tokenSnippets({ documentation, token: null, link: null })) {
    expect(snippet.code, snippet.name).toMatch(/DOCS_TOKEN|<TOKEN>/);
  }
  for (const snippet of tokenSnippets({ documentation, token: "lch_abc", link: null })) {
    expect(snippet.code, snippet.name).toContain("lch_abc");
  }
});

test("the curl snippet sends the header, and the Basic form has an empty password", () => {
  const curl = code(tokenSnippets({ documentation, token: "lch_abc", link: null }), "curl");
  expect(curl).toContain(`curl -H "Authorization: Token lch_abc" ${documentation}`);
  expect(curl).toContain(`curl --user "lch_abc:" ${documentation}`);
});

test("the proxy keeps visitors' cookies away and names the docs host", () => {
  const nginx = code(tokenSnippets({ documentation, token: null, link: null }), "nginx");
  for (const line of [
    "auth_request       /_signed_in;",
    "proxy_pass         https://acme.docs.example;",
    "proxy_set_header   Host              acme.docs.example;",
    'proxy_set_header   Cookie            "";',
    "proxy_hide_header  Set-Cookie;",
  ]) {
    expect(nginx).toContain(line);
  }
});

test("a site that redirects names the page in next", () => {
  const link = "https://acme.docs.example/_/sharing/lcl_abc?next=/en/stable/";
  expect(code(linkSnippets({ documentation, token: null, link }), "Redirect")).toContain(
    "Location: https://acme.docs.example/_/sharing/lcl_abc?next=/en/latest/",
  );
});
