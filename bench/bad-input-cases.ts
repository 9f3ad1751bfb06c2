import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GitRepository } from "#test/git-server.ts";

/** What a project's people can do wrong, or do on purpose, after a good build; all of it runs inside builds only. */
export type BadInput = {
  readonly name: string;
  /** The notices the build must have, written by hand. */
  readonly notices: readonly string[];
  /** `failed` unless named. */
  readonly ends?: "failed" | "skipped" | "succeeded";
  /** Seconds from its start in which the build must have ended. */
  readonly within: number;
  /** Bounds of this project that differ from the machine's. */
  readonly bounds?: { readonly seconds?: number; readonly memoryMb?: number };
  /** What takes the place of the good configuration. */
  readonly files?: Readonly<Record<string, string | { link: string }>>;
  /** Does to the repository what files cannot say. */
  readonly spoil?: (repository: GitRepository) => void;
  /** Where the project says its repository is from now on. */
  readonly move?: (hosts: Hosts) => string;
};

/** Addresses of this machine that are no good git hosts. */
export type Hosts = { readonly silent: string; readonly protected: string; readonly closed: string };

const name = ".readthedocs.yaml";
const file = (text: string) => ({ [name]: text });
const running = (...commands: string[]) =>
  file(JSON.stringify({ version: 2, build: { os: "ubuntu-24.04", commands } }));
const python = (tools: object, rest: object = {}) =>
  file(JSON.stringify({ version: 2, build: { os: "ubuntu-24.04", tools }, ...rest }));
const base =
  'version: 2\nbuild: {os: ubuntu-24.04, tools: {python: "3"}}\nsphinx: {configuration: conf.py}\n';
const page = "mkdir -p _readthedocs/html && echo '<p>bad' > _readthedocs/html/index.html";
const bomb = [
  "a0: &a0 [x]",
  ...Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`),
];

const syntax = "config:base:invalid-syntax";
const clone = "project:repository:public-clone-error";
const command = "build:user:generic";

const configurations: BadInput[] = [
  { name: "no configuration file", notices: ["config:path:default-not-found"], within: 15, files: {} },
  { name: "an empty file", notices: [syntax], within: 15, files: file("") },
  { name: "no YAML", notices: [syntax], within: 15, files: file("version: 2\nbuild: os: x") },
  { name: "a YAML bomb", notices: [syntax], within: 15, files: file(bomb.join("\n")) },
  { name: "larger than a file may be", notices: [syntax], within: 15, files: file("# x\n".repeat(50_000)) },
  {
    name: "not UTF-8",
    notices: ["config:generic"],
    within: 15,
    spoil: (repository) => {
      writeFileSync(join(repository.path, name), Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe]));
      repository.commit({});
    },
  },
  { name: "a folder", notices: ["config:generic"], within: 15, files: { [`${name}/x`]: "y" } },
  {
    name: "a link out of the tree",
    notices: ["build:user:symlink:used"],
    within: 15,
    files: { [name]: { link: "/etc/passwd" } },
  },
  { name: "version 1", notices: ["config:base:invalid-version"], within: 15, files: file("version: 1\n") },
  {
    name: "unknown keys",
    notices: ["config:base:invalid-key-name"],
    within: 15,
    files: file(`${base}future: 1\n`),
  },
  {
    name: "a text where a list belongs",
    notices: ["config:validation:invalid-list"],
    within: 15,
    files: file(`${base}formats: pdf\n`),
  },
  {
    name: "a number where a text belongs",
    notices: ["config:validation:invalid-choice"],
    within: 15,
    files: file(base.replace('"3"', "3.10")),
  },
];

const repositories: BadInput[] = [
  {
    name: "a branch that has vanished",
    notices: ["project:repository:checkout-failed"],
    within: 20,
    spoil: (repository) => {
      repository.branch("other");
      repository.commit({ [name]: "version: 2" });
      repository.git("branch", "--quiet", "-D", "main");
    },
  },
  { name: "asks for credentials", notices: [clone], within: 20, move: (hosts) => hosts.protected },
  { name: "refuses connections", notices: [clone], within: 20, move: (hosts) => hosts.closed },
  {
    name: "a host nobody knows",
    notices: [clone],
    within: 30,
    move: () => "https://nothing.invalid/x.git",
  },
  { name: "a host that says nothing", notices: [clone], within: 60, move: (hosts) => hosts.silent },
  {
    name: "a submodule in itself",
    notices: ["project:repository:submodule-loop"],
    within: 20,
    spoil: (repository) => addSubmodule(repository, "./"),
  },
  {
    name: "a submodule at a private address",
    notices: ["project:repository:submodule-refused"],
    within: 20,
    spoil: (repository) => addSubmodule(repository, "http://169.254.169.254/latest"),
  },
  {
    name: "a submodule of another protocol",
    notices: ["project:repository:submodule-refused"],
    within: 20,
    spoil: (repository) => addSubmodule(repository, "ext::sh -c true"),
  },
];

const tools: BadInput[] = [
  {
    name: "a Python nobody has any more",
    notices: ["build:user:tool-not-available"],
    within: 20,
    files: { ...python({ python: "2.7" }, { sphinx: { configuration: "conf.py" } }), "conf.py": "" },
  },
  {
    name: "conda where there is none",
    notices: ["build:user:tool-not-available"],
    within: 20,
    files: {
      ...python(
        { python: "miniconda-latest" },
        {
          conda: { environment: "environment.yml" },
          sphinx: { configuration: "conf.py" },
        },
      ),
      "environment.yml": "dependencies: []\n",
      "conf.py": "",
    },
  },
  {
    name: "an unknown system package",
    notices: ["build:user:apt-packages-missing"],
    ends: "succeeded",
    within: 60,
    files: file(
      JSON.stringify({
        version: 2,
        build: {
          os: "ubuntu-24.04",
          tools: { python: "3" },
          apt_packages: ["nobody-has-this"],
          jobs: { build: { html: [page] } },
        },
      }),
    ),
  },
  {
    name: "no requirements file",
    notices: ["project:file:not-found"],
    within: 15,
    files: { ...file(`${base}python: {install: [{requirements: docs/requirements.txt}]}\n`), "conf.py": "" },
  },
  { name: "no conf.py", notices: ["project:file:not-found"], within: 15, files: file(base) },
  {
    name: "no mkdocs.yml",
    notices: ["project:file:not-found"],
    within: 15,
    files: python({ python: "3" }, { mkdocs: { configuration: "mkdocs.yml" } }),
  },
];

const commands: BadInput[] = [
  { name: "a command that fails", notices: [command], within: 15, files: running("echo no >&2; exit 3") },
  {
    name: "exit code 183",
    notices: ["build:user:exit-code-183"],
    ends: "skipped",
    within: 15,
    files: running("exit 183"),
  },
  {
    name: "takes too much time",
    notices: ["build:user:time-out"],
    within: 15,
    bounds: { seconds: 6 },
    files: running("sleep 600"),
  },
  {
    name: "takes too much time and ignores SIGTERM",
    notices: ["build:user:time-out"],
    within: 15,
    bounds: { seconds: 6 },
    files: running("trap '' TERM; while :; do sleep 1; done"),
  },
  {
    name: "takes too much memory",
    notices: ["build:user:excessive-memory"],
    within: 20,
    bounds: { memoryMb: 200 },
    files: running("python3 -c 'import time; x = bytearray(400_000_000); time.sleep(20)'"),
  },
  {
    name: "output without end",
    notices: ["build:user:time-out"],
    within: 25,
    bounds: { seconds: 10 },
    files: running("yes"),
  },
  {
    name: "a fork bomb",
    notices: [command],
    within: 40,
    bounds: { memoryMb: 3_000 },
    // Ends by itself when nothing more can be started, or at 5,000.
    files: running(
      "perl -e 'for (1..5000) { my $p = fork; defined $p or die \"no more\\n\"; $p or sleep 30, exit }'",
    ),
  },
  {
    name: "processes that stay behind",
    notices: [command],
    within: 15,
    files: running("for i in 1 2 3; do setsid nohup sleep 600 >/dev/null 2>&1 & done; exit 3"),
  },
];

const outputs: BadInput[] = [
  { name: "no output", notices: ["build:user:output:no-html"], within: 15, files: running("true") },
  {
    name: "no start page",
    notices: ["build:user:output:html-no-index-file"],
    within: 15,
    files: running("mkdir -p _readthedocs/html && touch _readthedocs/html/first.html"),
  },
  {
    name: "two PDFs",
    notices: ["build:user:output:has-multiple-files"],
    within: 15,
    files: running(
      `${page} && mkdir _readthedocs/pdf && touch _readthedocs/pdf/a.pdf _readthedocs/pdf/b.pdf`,
    ),
  },
  {
    name: "a link for the output",
    notices: ["build:user:symlink:used"],
    within: 15,
    files: running("mkdir _readthedocs && ln -s /etc _readthedocs/html"),
  },
  {
    name: "a link out of the output",
    notices: ["build:user:symlink:used"],
    within: 15,
    files: running(`${page} && ln -s /etc/shadow _readthedocs/html/shadow`),
  },
  {
    name: "a file of 5 GB that takes no space",
    notices: ["build:user:output:file-too-large"],
    within: 20,
    files: running(`${page} && truncate -s 5G _readthedocs/html/huge.bin`),
  },
  {
    name: "200,000 files",
    notices: ["build:user:output:refused"],
    within: 90,
    files: running(
      `${page} && cd _readthedocs/html && python3 -c 'for n in range(200000): open(str(n), "w").close()'`,
    ),
  },
];

export const badInputs: readonly BadInput[] = [
  // Those that take longest go first: two are built at a time.
  ...repositories,
  ...tools,
  ...commands,
  ...outputs,
  ...configurations,
];

function addSubmodule(repository: GitRepository, url: string): void {
  const config = {
    version: 2,
    build: { os: "ubuntu-24.04", commands: [page] },
    submodules: { include: "all" },
  };
  repository.commit({
    [name]: JSON.stringify(config),
    ".gitmodules": `[submodule "theme"]\n\tpath = theme\n\turl = ${url}\n`,
  });
  repository.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},theme`);
  repository.git("commit", "--quiet", "--message", "A submodule");
}
