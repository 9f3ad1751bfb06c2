/**
 * Who may import whom. `test/imports.test.ts` runs these rules in `npm run check`; every rule is an error.
 * Production code only: tests may import what they test.
 */

const tests = "\\.(test|itest)\\.tsx?$";
/**
 * Low to high: what reads (queries, policy, present, schema) imports lower nouns only. Two things may point upward, as long as no
 * file cycle arises: a command may call another noun's command (creating a project starts a build), and everybody may use
 * the pure grammar of docs addresses in publishing.
 */
const layers = [
  ["audit"],
  ["instance"],
  ["accounts(?!/docs-sessions)"],
  ["organizations"],
  ["remotes"],
  ["projects"],
  ["versions"],
  ["builds"],
  ["sharing/live", "sharing/rules(?=/(?:lifetime|secrets)\\.ts)"],
  ["publishing"],
  [
    "accounts/docs-sessions",
    "redirects",
    "domains",
    "sharing(?!/live/|/rules/(?:lifetime|secrets)\\.ts)",
    "search",
    "embed",
    "notifications",
  ],
];
const named = (nouns) => nouns.join("|");
const addressGrammar = "^lib/publishing/(schema\\.ts$|rules/)";

const upward = layers.slice(0, -1).flatMap((nouns, level) => {
  const above = named(layers.slice(level + 1).flat());
  const rule = (kind, from, allowed) => ({
    name: `${nouns[0]?.replace(/\W.*/, "")}-${kind}-downward`,
    comment:
      "Nouns import downward only; upward, commands may call commands, and all may use the grammar of docs addresses.",
    severity: "error",
    from,
    to: { path: `^lib/(${above})/`, pathNot: allowed, dependencyTypesNot: ["type-only"] },
  });
  return [
    rule("reads", { path: `^lib/(${named(nouns)})/`, pathNot: `/commands\\.ts$|${tests}` }, addressGrammar),
    rule(
      "writes",
      { path: `^lib/(${named(nouns)})/.*commands\\.ts$` },
      `${addressGrammar}|/commands\\.ts$|/rules\\.ts$|/rules/`,
    ),
  ];
});

/** Plumbing that does I/O; the pure files of a noun may not touch it. */
const inputOutput = "^lib/platform/(db|jobs|storage|git|sandbox|http|mail|rate)/";
const pure =
  "^lib/(?!platform/|auth/).+/(schema|rules|policy|present)\\.ts$|^lib/(?!platform/|auth/).+/rules/[^/]+\\.ts$";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circular",
      comment: "No import cycles. Type-only imports do not count.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "not-to-unresolvable",
      comment: "The imported module does not exist.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\.css$" },
    },
    {
      name: "production-without-dev-packages",
      comment: "What runs in production may only use packages listed under dependencies.",
      severity: "error",
      from: { path: "^(app|components|lib|serve|worker)/|^proxy\\.ts$", pathNot: tests },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "production-without-tests",
      comment: "Production code never imports tests, scripts or measurements.",
      severity: "error",
      from: { path: "^(app|components|lib|serve|worker)/|^proxy\\.ts$", pathNot: tests },
      to: { path: "^(test|e2e|bench|scripts|examples|docs)/|\\.(test|itest)\\.tsx?$" },
    },
    {
      name: "app-imports",
      comment: "app/ is one of three processes: it uses lib/ and components/, never serve/ or worker/.",
      severity: "error",
      from: { path: "^app/", pathNot: tests },
      to: { path: "^(serve|worker)/|^proxy\\.ts$" },
    },
    {
      name: "serve-imports",
      comment: "serve/ uses lib/ only: never app/, components/ or worker/.",
      severity: "error",
      from: { path: "^serve/", pathNot: tests },
      to: { path: "^(app|components|worker)/|^proxy\\.ts$" },
    },
    {
      name: "worker-imports",
      comment: "worker/ uses lib/ only: never app/, components/ or serve/.",
      severity: "error",
      from: { path: "^worker/", pathNot: tests },
      to: { path: "^(app|components|serve)/|^proxy\\.ts$" },
    },
    {
      name: "proxy-imports",
      comment: "proxy.ts uses serve/ and lib/ only.",
      severity: "error",
      from: { path: "^proxy\\.ts$" },
      to: { path: "^(app|components|worker)/" },
    },
    {
      name: "components-imports",
      comment:
        "components/ run in the browser: from lib/ only schema, rules and paths (types from anywhere), never app, serve or worker.",
      severity: "error",
      from: { path: "^components/", pathNot: tests },
      to: {
        path: "^(app|serve|worker|prisma|lib)/",
        pathNot: "^lib/paths\\.ts$|^lib/.+/(schema|rules)\\.ts$|^lib/.+/rules/[^/]+\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "components-ui-knows-no-noun",
      comment: "components/ui/ knows no product noun: no lib/, no other component folder.",
      severity: "error",
      from: { path: "^components/ui/", pathNot: tests },
      to: { path: "^(lib|components/(?!ui/))" },
    },
    {
      name: "lib-imports",
      comment: "lib/ is the product: it never imports a process, a screen or a script.",
      severity: "error",
      from: { path: "^lib/", pathNot: tests },
      to: { path: "^(app|components|serve|worker)/|^proxy\\.ts$" },
    },
    {
      name: "framework-free-lib",
      comment: "Next and React belong to app/, components/, proxy.ts, lib/auth/ and serve/main.ts.",
      severity: "error",
      from: { path: "^(lib/(?!auth/)|worker/|serve/(?!main\\.ts$))", pathNot: tests },
      to: { path: "^node_modules/(next|next-auth|react|react-dom)/" },
    },
    ...upward,
    {
      name: "platform-knows-no-noun",
      comment:
        "lib/platform/ could ship in another product: it imports lib/platform/ and the generated client only.",
      severity: "error",
      from: { path: "^lib/platform/", pathNot: tests },
      to: { path: "^lib/(?!platform/)" },
    },
    {
      name: "access-is-small",
      comment: "lib/access/ imports lib/platform/errors.ts only.",
      severity: "error",
      from: { path: "^lib/access/", pathNot: tests },
      to: { path: "^lib/", pathNot: "^lib/(access/|platform/errors\\.ts$)" },
    },
    {
      name: "database-through-queries-and-commands",
      comment: "Only queries.ts and commands.ts (and lib/platform, lib/auth) touch the database.",
      severity: "error",
      from: {
        path: "^(app|components|lib|serve|worker)/|^proxy\\.ts$",
        // The two main.ts close the pool when they end.
        pathNot: `^lib/platform/|^lib/auth/|^lib/.+/(queries|commands)\\.ts$|^(serve|worker)/main\\.ts$|${tests}`,
      },
      to: {
        path: "^lib/platform/db/(?!listen\\.ts$|migrate\\.ts$|embedded\\.ts$)|^prisma/client/|^node_modules/(pg|@prisma)/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "pure-files-do-no-io",
      comment:
        "schema, rules, policy and present are pure: no database, queue, storage, network, files or processes.",
      severity: "error",
      from: { path: pure },
      to: {
        path: `${inputOutput}|^lib/.+/(queries|commands|jobs)\\.ts$|^(node:)?(fs|fs/promises|net|tls|http|https|child_process|dgram|dns|worker_threads|cluster)$|^node_modules/(pg|pg-boss|undici|nodemailer|@prisma)/`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "browser-safe-schema-and-rules",
      comment: "schema and rules also run in the browser: no settings, no log, no secrets.",
      severity: "error",
      from: { path: "^lib/(?!platform/|auth/|publishing/).+/((schema|rules)\\.ts$|rules/)", pathNot: tests },
      to: { path: "^lib/platform/(env|log|secrets)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "jobs-are-contracts",
      comment:
        "jobs.ts names jobs and their payloads; it does no work, so it imports no queries or commands.",
      severity: "error",
      from: { path: "^lib/(?!platform/).*jobs\\.ts$" },
      to: { path: "^lib/.+/(queries|commands)\\.ts$|^lib/platform/db/", dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^prisma/client/"] },
    exclude: { path: ["^\\.next/", "^data/", "^docs/", "^examples/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".cjs", ".json", ".d.ts"],
    },
  },
};
