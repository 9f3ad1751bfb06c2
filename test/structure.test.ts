import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, extname } from "node:path";
import { expect, test } from "vitest";

/** Each test below is one rule of the layout; its failure message is the rule followed by the paths that break it. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(path));
const code = files.filter((path) => /\.(ts|tsx|mjs|cjs|mts)$/.test(path) && !/^(examples|docs)\//.test(path));
const isTest = (path: string) => /\.(test|itest|spec)\.tsx?$/.test(path) || /^(test|e2e)\//.test(path);
const production = code.filter((path) => !isTest(path));
const text = (path: string) => readFileSync(path, "utf8");

function rule(sentence: string, broken: string[]) {
  test(sentence, () => expect(broken, sentence).toEqual([]));
}

/** `path:line` of every line of the given files that matches. */
function linesMatching(paths: string[], pattern: RegExp): string[] {
  return paths.flatMap((path) =>
    text(path)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
}

const topFolders = new Set(
  ".ci app bench components docs e2e examples lib prisma scripts serve test worker".split(" "),
);
const topFiles = new Set(
  [
    ".dependency-cruiser.cjs .gitignore .npmrc .readthedocs.yaml AGENTS.md LICENSE README.md SECURITY.md",
    "biome.json knip.json next.config.mjs package.json package-lock.json playwright.config.ts postcss.config.mjs",
    "prisma.config.ts proxy.ts tsconfig.json vitest.config.ts",
  ]
    .join(" ")
    .split(" "),
);
rule(
  "The top level holds only the known folders and configuration files.",
  files.filter((path) =>
    path.includes("/") ? !topFolders.has(path.slice(0, path.indexOf("/"))) : !topFiles.has(path),
  ),
);

const nouns = new Set(
  [...text("README.md").matchAll(/^\| `lib\/([a-z-]+)\/?` \|/gm)].map((match) => match[1]),
);
const libFolders = new Set(files.flatMap((path) => /^lib\/([^/]+)\//.exec(path)?.[1] ?? []));
rule(
  "Every folder in lib/ is listed with one line in README.md: it is a noun of the product, or access, auth, platform.",
  [...libFolders].filter((folder) => !nouns.has(folder)),
);
rule(
  "lib/ holds folders and paths.ts, nothing else loose.",
  files.filter((path) => /^lib\/[^/]+$/.test(path) && !/^lib\/paths(\.test)?\.ts$/.test(path)),
);

const roles = "schema|rules|policy|queries|commands|present|jobs";
const nounFile = new RegExp(`^(${roles})\\.ts$|^[a-z0-9-]+\\.i?test\\.ts$|\\.snap$`);
const nounFiles = files.filter(
  (path) => /^lib\/(?!platform\/|auth\/|paths)/.test(path) && path.split("/").length > 2,
);
rule(
  `A noun folder holds only ${roles.replaceAll("|", ", ")} (.ts) and tests; topics go to rules/<topic>.ts, outside systems to adapters/<system>.ts.`,
  nounFiles.filter((path) => {
    const folder = basename(dirname(path));
    if (/__snapshots__/.test(path)) return false;
    if (folder === "rules" || folder === "adapters")
      return !/^[a-z0-9-]+((\.i?test)?\.ts|\.json)$/.test(basename(path));
    return !nounFile.test(basename(path));
  }),
);

const forbiddenNames = new Set(
  "utils util helpers helper common shared types constants hooks misc service services".split(" "),
);
rule(
  "No file or folder is named for a kind of code (utils, helpers, common, shared, types, constants, hooks, misc, services).",
  production.filter((path) =>
    path.split("/").some((part) => forbiddenNames.has(part.replace(/\.[a-z]+$/, ""))),
  ),
);
rule(
  "Files and folders are kebab-case (Next's own [x], (x), _x and [...x] forms aside).",
  code.filter((path) =>
    path
      .split("/")
      .some(
        (part) =>
          !/^(\.?[a-z0-9-]+(\.[a-z0-9-]+)*|_[a-z0-9-]+(\.tsx?)?|\[(\.\.\.)?[a-zA-Z0-9-]+\]|\([a-z0-9-]+\))$/.test(
            part,
          ),
      ),
  ),
);
rule("No barrels: no index.ts, no `export * from`.", [
  ...production.filter((path) => /^index\.tsx?$/.test(basename(path))),
  ...linesMatching(production, /^export \* from/),
]);

rule(
  "No code file is longer than 500 lines, no .tsx longer than 300. Split it by idea.",
  code.flatMap((path) => {
    const lines = text(path).split("\n").length - 1;
    return lines > (extname(path) === ".tsx" ? 300 : 500) ? [`${path} has ${lines} lines`] : [];
  }),
);

rule(
  "Settings are read once, in lib/platform/env.ts. Nothing else reads process.env (scripts, tests, measurements and tool configuration may pass it on).",
  linesMatching(
    code.filter(
      (path) =>
        path !== "lib/platform/env.ts" &&
        !isTest(path) &&
        !/^(scripts|bench)\//.test(path) &&
        !/\.config\.(ts|mjs)$/.test(path),
    ),
    /process\.env/,
  ),
);
const marker = new RegExp(
  `\\b(${["TO", "FIX", "XX"].map((word, at) => word + ["DO", "ME", "X"][at]).join("|")})\\b`,
);
rule("No unfinished business is left in the code: do it, or open an issue.", linesMatching(code, marker));
const silencers = new RegExp(
  ["@ts", "ignore|@ts", "expect-error|@ts", "nocheck|biome", "ignore|eslint", "disable"].join("-"),
);
rule("No checker is silenced in place.", linesMatching(code, silencers));
rule(
  "No test is skipped, focused or postponed.",
  linesMatching(
    code.filter((path) => isTest(path) && path !== "test/structure.test.ts"),
    /\b(test|it|describe)\.(skip|only|todo|fixme|fails|skipIf|runIf)\b/,
  ),
);
rule(
  "Only components/api-client.ts talks to the server from the browser.",
  linesMatching(
    production.filter((path) => path.startsWith("components/") && path !== "components/api-client.ts"),
    /(?<![.\w])fetch\(/,
  ),
);
rule(
  "Only serve/cache-policy.ts writes Cache-Control on docs hosts.",
  linesMatching(
    production.filter((path) => path.startsWith("serve/") && path !== "serve/cache-policy.ts"),
    /["']cache-control["']\s*[:,]/i,
  ),
);

const agents = text("AGENTS.md");
rule(
  "Paths named in AGENTS.md exist.",
  [...agents.matchAll(/`([a-z.][\w.-]*\/[\w./-]*)`/g)]
    .map((match) => match[1] ?? "")
    .filter((path) => !existsSync(path)),
);
rule("AGENTS.md has at most 100 lines.", agents.split("\n").length > 101 ? ["AGENTS.md"] : []);
