import { ConfigError } from "#lib/builds/config/rules/error.ts";
import type { Section } from "#lib/builds/config/rules/section.ts";
import {
  choice,
  flag,
  integer,
  listOf,
  listOrAll,
  path,
  pathPattern,
} from "#lib/builds/config/rules/values.ts";
import { type BuildConfig, type DownloadFormat, downloadFormats } from "#lib/builds/config/schema.ts";

/** Reads `formats`: a list, or `all` (spec/builds.md 5.2). */
export function readFormats(root: Section): readonly DownloadFormat[] {
  const formats = root.optional("formats", listOrAll(choice(downloadFormats)), []);
  return formats === "all" ? downloadFormats : formats;
}

/** Reads `submodules` (spec/builds.md 5.5). */
export function readSubmodules(root: Section): BuildConfig["submodules"] {
  const submodules = root.section("submodules");
  const include = submodules.optional("include", listOrAll(path), []);
  const exclude = submodules.optional("exclude", listOrAll(path), include.length > 0 ? [] : "all");
  if (include.length > 0 && exclude.length > 0)
    throw new ConfigError("config:submodules:include-exclude-together");
  return { include, exclude, recursive: submodules.optional("recursive", flag, false) };
}

const ignoredBySearch = ["search.html", "search/index.html", "404.html", "404/index.html"];

/** Reads `search` (spec/builds.md 5.6). */
export function readSearch(root: Section): BuildConfig["search"] {
  const search = root.section("search");
  const ranking = search.section("ranking");
  const ranks = ranking
    .names()
    .map((name) => [pathPattern(name, ranking.key), ranking.required(name, integer(-10, 10))] as const);
  return {
    ranking: Object.fromEntries(ranks),
    ignore: search.optional("ignore", listOf(pathPattern), ignoredBySearch),
  };
}
