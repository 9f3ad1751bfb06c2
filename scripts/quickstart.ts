/**
 * `npm run quickstart`: from a bare clone to running servers with a demo account and built documentation. Running it again
 * continues with what is there. `-- --once` ends after the builds instead of waiting for Ctrl-C.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readEnv } from "#lib/platform/env.ts";
import { admin } from "./admin-client.ts";
import { apiClient, type BuildAnswer, isFinal, type ProjectAnswer } from "./api-client.ts";
import { buildApp } from "./build-app.ts";
import { createExampleRepositories } from "./example-repositories.ts";
import { startInstance } from "./instance.ts";
import { endRequested } from "./processes.ts";
import { provideSystemPackages } from "./system-packages.ts";

type Demo = { username: string; password: string; token: string };
type Site = { name: string; slug: string; repository: string; private: boolean; programmingLanguage: string };

const begun = performance.now();
const once = process.argv.includes("--once");
const say = (sentence: string) =>
  console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${sentence}`);

const settings = { LOCAL_REPOSITORIES: "allow", LOG_LEVEL: process.env.LOG_LEVEL ?? "warn" };
const env = readEnv({ ...process.env, ...settings });

provideSystemPackages(["git", "bubblewrap", "passt", "nftables", "python3-venv"]);
buildApp(say);
mkdirSync(env.DATA_DIR, { recursive: true });
const examples = createExampleRepositories(resolve("examples"), join(env.DATA_DIR, "examples"));
const sites = chooseSites();

say("Starting PostgreSQL, the web process and a worker.");
const asked = endRequested();
const instance = await startInstance({ settings });
const demo = await provideDemo();
const api = apiClient(env.PORT, demo.token);

for (const site of sites) await importSite(site);
await followBuilds();
await summarise();

if (!once) {
  console.log(
    "\nEverything keeps running. Ctrl-C stops it; the next npm run quickstart or npm start continues from here.\n",
  );
  const reason = await Promise.race([asked, instance.ended]);
  console.log(`Stopping (${reason})`);
  process.exitCode = reason.startsWith("SIG") ? 0 : 1;
}
await instance.stop();

function chooseSites(): Site[] {
  const path = (name: string) => examples.find((example) => example.name === name)?.path ?? "";
  const chosen = [
    { name: "Kettle", slug: "kettle", repository: path("sphinx"), private: false, programmingLanguage: "py" },
    {
      name: "Lantern",
      slug: "lantern",
      repository: path("mkdocs"),
      private: env.EDITION === "business",
      programmingLanguage: "py",
    },
    { name: "Compass", slug: "compass", repository: path("node"), private: false, programmingLanguage: "js" },
  ];
  if (!existsSync(".git")) {
    say("This folder is not a git repository, so Lectern's own documentation is not imported.");
    return chosen;
  }
  return [
    ...chosen,
    { name: "Lectern", slug: "lectern", repository: resolve("."), private: false, programmingLanguage: "ts" },
  ];
}

/** The demo account and organization, with a token. What was created is kept in DATA_DIR/quickstart.json. */
async function provideDemo(): Promise<Demo> {
  const file = join(env.DATA_DIR, "quickstart.json");
  if (existsSync(file)) {
    const kept: Demo = JSON.parse(readFileSync(file, "utf8"));
    return kept;
  }
  say("Creating the account demo and its organization.");
  const username = "demo";
  const password = randomBytes(9).toString("base64url");
  const run = admin({ ...settings, DATABASE_URL: instance.databaseUrl });
  await run("user", "create", "--username", username, "--email", "demo@example.org", "--password", password);
  const { token } = await run<{ token: string }>(
    "token",
    "create",
    "--user",
    username,
    "--name",
    "Quickstart",
    "--scope",
    "write",
  );
  if (env.EDITION === "business") {
    await run("organization", "create", "--slug", "demo", "--name", "Demo", "--owner", username);
  }
  const made = { username, password, token };
  writeFileSync(file, JSON.stringify(made, null, 2), { mode: 0o600 });
  return made;
}

async function importSite(site: Site): Promise<void> {
  if (await api.find<ProjectAnswer>(`/projects/${site.slug}/`)) return;
  await api.post("/projects/", {
    name: site.name,
    repository: { url: site.repository, type: "git" },
    programming_language: site.programmingLanguage,
    ...(env.EDITION === "business"
      ? { organization: "demo", privacy_level: site.private ? "private" : "public" }
      : {}),
  });
  say(`Imported ${site.name} from ${site.repository}.`);
}

/** Waits until the newest build of every site has ended, saying each step once. */
async function followBuilds(): Promise<void> {
  const shown = new Map<string, string>();
  for (;;) {
    const builds = await Promise.all(sites.map(({ slug }) => api.newestBuild(slug)));
    for (const [index, build] of builds.entries()) {
      const site = sites[index];
      if (!site || !build || shown.get(site.slug) === build.state.code) continue;
      shown.set(site.slug, build.state.code);
      say(`${site.name}: ${outcome(build)}`);
    }
    if (builds.every((build) => build === null || isFinal(build))) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

function outcome(build: BuildAnswer): string {
  if (build.state.code !== "finished") return build.state.code;
  return build.success ? "built" : `failed: ${build.error ?? "no reason given"}`;
}

async function summarise(): Promise<void> {
  const rows = await Promise.all(
    sites.map(async (site) => {
      const project = await api.get<ProjectAnswer>(`/projects/${site.slug}/`);
      const build = await api.newestBuild(site.slug);
      return [
        site.name.padEnd(9),
        (build ? outcome(build) : "not built").padEnd(10),
        `${project.urls.documentation}${site.private ? "  (private: sign in first)" : ""}`,
        build ? `\n${" ".repeat(22)}${env.DASHBOARD_URL}/projects/${site.slug}/builds/${build.id}/` : "",
      ].join(" ");
    }),
  );
  console.log(`
Lectern is running after ${((performance.now() - begun) / 1000).toFixed(0)} s.

  Dashboard  ${env.DASHBOARD_URL}/
  Sign in    ${demo.username}   password ${demo.password}
  API        ${env.DASHBOARD_URL}/api/v3/   token in ${join(env.DATA_DIR, "quickstart.json")}

  ${rows.join("\n  ")}`);
}
