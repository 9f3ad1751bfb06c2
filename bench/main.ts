/** `npm run bench -- <name>… [--option=value]`: runs the named measurements one after the other, or lists them. */
import { spawnSync } from "node:child_process";
import { release } from "node:os";

const measurements: Record<string, string> = {
  overhead: "what the platform adds to a build, and how soon a build starts",
  kills: "40 SIGKILLs at random moments: readers see whole old or new sites, every build ends with a reason",
  "scale-out": "two web and two worker processes on one PostgreSQL",
  api: "the API's lists and details against an empty Next route, pages far into a list, statements of each request",
  dashboard: "the dashboard on its large fixture: Lighthouse, time of the server, typing, palette, live log",
  serve: "pages from a docs host, public and private, against nginx, alone and among a thousand projects",
  revocation:
    "50 readers at two web processes while access is taken away in seven ways: when the last one still got a page",
  links: "2,000 unknown and 2,000 revoked links, interleaved: the same answer in the same time",
  "publish-while-reading": "16 connections read a version for a minute while it is published in a loop",
  "database-away": "PostgreSQL killed and frozen for a minute each while public and private pages are read",
  "fresh-clone": "a stranger's first hour: quickstart and tests from bare clones, with pictures",
  "break-out": "attacks of a hostile build on the sandbox; --without=bwrap or pasta shows that all then fail",
  "bad-input":
    "forty bad configurations, repositories and builds: each ends with its own notice, in time, and leaves nothing",
  publish: "storing a site of ten thousand pages, beside cp -r",
  search: "one version searched among 200 of 500 pages, and how fast pages are read for it",
  caches: "Sphinx and npm projects built twice, nothing changed between",
  fuzz: "Schemathesis against the served OpenAPI document: no 5xx, nothing but what the document says",
  client: "clients from a package registry, unmodified: create, list, show, update, delete",
  "real-repositories": "public repositories at pinned commits, built and served unmodified",
};

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const options = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const unknown = asked.filter((name) => !(name in measurements));
if (asked.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no measurement named ${unknown.join(", ")}.`);
  console.log("npm run bench -- <name>…");
  for (const [name, what] of Object.entries(measurements)) console.log(`  ${name.padEnd(18)} ${what}`);
  process.exitCode = unknown.length > 0 ? 1 : 0;
}
for (const name of unknown.length > 0 ? [] : asked) {
  console.log(
    `\n── ${name}: ${measurements[name]}\n   commit ${commit()}, Node ${process.version}, Linux ${release()}\n`,
  );
  const ended = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", `bench/${name}.ts`, ...options],
    {
      stdio: "inherit",
    },
  );
  if (ended.status !== 0) process.exitCode = 1;
}

function commit(): string {
  return spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).stdout.trim() || "unknown";
}
