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

const settings = {
  LOCAL_REPOSITORIES: "allow",
  LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
  WORKER_SLOTS: process.env.WORKER_SLOTS ?? "2",
};
const env = readEnv({ ...process.env, ...settings });

provideSystemPackages(["git", "openssh-client", "bubblewrap", "passt", "nftables", "python3-venv"]);
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
await followBuilds("latest", sites);
await summarise();
await buildOlderVersions();

if (!once) {
  console.log(
    "\nEverything keeps running. Ctrl-C stops it; the next npm run quickstart or npm start continues from here.\n",
  );
}
const reason = once ? "done" : await Promise.race([asked, instance.ended]);
if (!once) console.log(`Stopping (${reason})`);
await instance.stop();
process.exit(once || reason.startsWith("SIG") ? 0 : 1);

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

/** Waits until the newest build of a version has ended in every site, saying each step once. */
async function followBuilds(version: string, followed: Site[]): Promise<void> {
  const shown = new Map<string, string>();
  for (;;) {
    const builds = await Promise.all(followed.map(({ slug }) => api.newestBuild(slug, version)));
    for (const [index, build] of builds.entries()) {
      const site = followed[index];
      if (!site || !build || shown.get(site.slug) === build.state.code) continue;
      shown.set(site.slug, build.state.code);
      say(`${site.name} ${version}: ${outcome(build)}`);
    }
    if (builds.every((build) => build === null || isFinal(build))) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Activates the release v1.0 of every example that has it inactive, which builds it. */
async function buildOlderVersions(): Promise<void> {
  const activated: Site[] = [];
  for (const site of sites) {
    const path = `/projects/${site.slug}/versions/v1.0/`;
    const version = await api.find<{ active: boolean }>(path);
    if (!version || version.active) continue;
    await api.patch(path, { active: true });
    activated.push(site);
  }
  if (activated.length === 0) return;
  console.log();
  say(`Activating version v1.0 of ${activated.map(({ name }) => name).join(", ")} as well.`);
  await followBuilds("v1.0", activated);
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
        `${site.name.padEnd(8)} ${project.urls.documentation}${site.private ? "  (private: log in first)" : ""}`,
        `         ${build ? outcome(build) : "not built"}${build ? `: ${env.DASHBOARD_URL}/projects/${site.slug}/builds/${build.id}/` : ""}`,
      ].join("\n  ");
    }),
  );
  console.log(`
Lectern is running after ${((performance.now() - begun) / 1000).toFixed(0)} s.

  Dashboard  ${env.DASHBOARD_URL}/
  Log in     ${demo.username}   password ${demo.password}
  API        ${env.DASHBOARD_URL}/api/v3/   token in ${join(env.DATA_DIR, "quickstart.json")}

  ${rows.join("\n  ")}`);
}
