import { describe, expect, test } from "vitest";
import { recipeOf } from "./recipes.ts";
import { type Allowed, inputOf, newValues } from "./share-values.ts";

const today = "2026-11-20";
const everything: Allowed = {
  allowedTypes: ["token", "password", "http_header_token"],
  linksReadable: true,
  mostDays: null,
  usualDays: 7,
  allVersionsAllowed: true,
};

describe("a new share begins with what the organization allows", () => {
  test.each([
    ["usually", {}, undefined, { type: "token", expires: "2026-11-27", allVersions: true }],
    ["for a script", {}, "script", { type: "http_header_token", forRecipients: false }],
    ["for each customer", {}, "each", { type: "password", forRecipients: true }],
    [
      "with a type that is not allowed",
      { allowedTypes: ["password" as const] },
      "wiki",
      { type: "password" },
    ],
    ["with a longest time", { mostDays: 3 }, undefined, { expires: "2026-11-23" }],
    ["with named versions only", { allVersionsAllowed: false }, undefined, { allVersions: false }],
    ["with a recipe nobody knows", {}, "nothing", { type: "token" }],
  ])("%s", (_, policy, recipe, expected) => {
    expect(newValues(today, { ...everything, ...policy }, recipeOf(recipe))).toMatchObject(expected);
  });
});

describe("what is sent leaves out what the form hides", () => {
  const values = {
    ...newValues(today, everything),
    password: "typed before",
    versions: ["2.0"],
    patterns: " 3.* \n\n",
    pathPrefixes: "/guide/\n /faq/ ",
    landingPath: "/en/2.0/",
  };
  test.each([
    ["all versions", {}, { allow_all: true, versions: [], version_patterns: [] }],
    [
      "named ones",
      { allVersions: false },
      { allow_all: false, versions: ["2.0"], version_patterns: ["3.*"] },
    ],
    ["paths", {}, { path_prefixes: ["/guide/", "/faq/"] }],
    ["a landing page", {}, { landing_path: "/en/2.0/" }],
    ["none for a token", { type: "http_header_token" as const }, { landing_path: null }],
    ["a password", { type: "password" as const }, { password: "typed before" }],
  ])("%s", (_, changes, expected) => {
    expect(inputOf({ ...values, ...changes })).toMatchObject(expected);
  });

  test.each([
    ["a link", {}],
    ["a share whose recipients have their own", { type: "password" as const, forRecipients: true }],
    ["a password that is to be made", { type: "password" as const, password: "" }],
  ])("no password for %s", (_, changes) => {
    expect(inputOf({ ...values, ...changes })).not.toHaveProperty("password");
  });
});
