/** A Sphinx project and two npm projects built twice, nothing changed between: what the caches are worth. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isFinal } from "../scripts/api-client.ts";
import { type Cluster, eventually, startCluster } from "./cluster.ts";
import { judge, printTable } from "./report.ts";
import { commitFiles } from "./repository.ts";

const page = "# Hello\n\nOne page, so that installing is what takes the time.\n";
const sphinx = {
  ".readthedocs.yaml": `version: 2
build: {os: ubuntu-24.04, tools: {python: "3"}}
python: {install: [{requirements: docs/requirements.txt}]}
sphinx: {configuration: docs/conf.py}
`,
  "docs/requirements.txt":
    "sphinx\nfuro\nmyst-parser\nsphinx-design\nsphinx-copybutton\nsphinxext-opengraph\nmatplotlib\npandas\n",
  "docs/conf.py":
    'project = "Bench"\nextensions = ["myst_parser", "sphinx_design", "sphinx_copybutton"]\nhtml_theme = "furo"\n',
  "docs/index.md": page,
};
// Lectern's own documentation is an npm project with a lock file.
const [manifest, lock] = ["package.json", "package-lock.json"].map((name) =>
  readFileSync(join("docs", name), "utf8"),
);
const node = (install: string) => ({
  ".readthedocs.yaml": `version: 2
build:
  os: ubuntu-24.04
  tools: {nodejs: "20"}
  commands:
    - ${install}
    - mkdir -p $READTHEDOCS_OUTPUT/html && node -e 'console.log(Object.keys(require("./package.json").devDependencies ?? {}).join())' > $READTHEDOCS_OUTPUT/html/index.html
`,
  "package.json": manifest ?? "",
  "package-lock.json": lock ?? "",
});

const projects = {
  sphinx: { what: "Sphinx, requirements.txt", files: sphinx },
  npmci: { what: "npm ci", files: node("npm ci") },
  npminstall: { what: "npm install", files: node("npm install") },
};

const cluster = await startCluster();
try {
  // The machine's first build of all makes tools that every later one finds; that is not what is measured here.
  const tools = { python: "3", nodejs: "20" };
  const warm = JSON.stringify({
    version: 2,
    build: { os: "ubuntu-24.04", tools, jobs: { install: ["true"] } },
    sphinx: { configuration: "conf.py" },
  });
  await build(
    cluster,
    "warm",
    { ".readthedocs.yaml": warm, "conf.py": "", "index.rst": "Hello\n=====\n" },
    false,
  );

  const rows: (string | number)[][] = [["project", "first s", "second s", "ratio", "kept MB"]];
  const bars = [];
  for (const [slug, { what, files }] of Object.entries(projects)) {
    const first = await build(cluster, slug, files);
    const second = await build(cluster, slug, null);
    const ratio = second / first;
    const [{ mb } = { mb: 0 }] = await cluster.query<{ mb: number }>(
      "select round(sum(bytes) / 1e6)::int as mb from build_caches where project_id = (select id from projects where slug = $1)",
      [slug],
    );
    rows.push([what, first.toFixed(1), second.toFixed(1), ratio.toFixed(2), mb]);
    bars.push({ what: `second build, ${what}`, measured: ratio.toFixed(2), bar: "≤ 0.5", met: ratio <= 0.5 });
  }
  printTable(rows);
  judge(bars);
} finally {
  await cluster.stop();
}

/** Seconds from the start of a build to its pages being served. `files` makes the project, null builds it again. */
async function build(
  { api: open, directory, query }: Cluster,
  slug: string,
  files: Record<string, string> | null,
  mustSucceed = true,
): Promise<number> {
  const api = open();
  if (files) {
    const url = join(directory, "repositories", slug);
    commitFiles(url, files, "Documentation");
    const project = { name: slug, organization: "bench", privacy_level: "public" };
    await api.post("/projects/", { ...project, repository: { url, type: "git" } });
  } else await api.post(`/projects/${slug}/versions/latest/builds/`, {});
  const ended = await eventually(
    `The end of the build of ${slug}`,
    async () => {
      const newest = await api.newestBuild(slug);
      return newest && isFinal(newest) ? newest : null;
    },
    600_000,
  );
  if (mustSucceed && !ended.success) throw new Error(`Build ${ended.id} of ${slug} failed: ${ended.error}`);
  const [times] = await query<{ seconds: number }>(
    "select extract(epoch from finished_at - started_at)::float8 as seconds from builds where id = $1",
    [ended.id],
  );
  return times?.seconds ?? Number.NaN;
}
