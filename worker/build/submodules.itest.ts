import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { noticeText } from "#lib/builds/notices/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { seal } from "#lib/platform/secrets/sealing.ts";
import { runBuildOf } from "#test/factories/build-runs.ts";
import { buildProject, buildVersion, next } from "#test/factories/tenants.ts";
import { type GitRepository, type GitServer, startGitServer } from "#test/git-server.ts";

let server: GitServer;

beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());
afterEach(() => server.protect(null));

const page = "mkdir -p $READTHEDOCS_OUTPUT/html && touch $READTHEDOCS_OUTPUT/html/index.html";
const show =
  "find . -name 'file-*' -not -path './.git/*' | sort; git config --get-regexp 'submodule|credential'";

type Named = Record<string, { path: string; url: string | null; at?: string }>;

/** Gives a repository submodules: what .gitmodules says of them, and the commit each is at. */
function addSubmodules(repository: GitRepository, modules: Named, submodules: object | null): string {
  const text = Object.entries(modules)
    .map(
      ([name, { path, url }]) =>
        `[submodule "${name}"]\n\tpath = ${path}\n${url === null ? "" : `\turl = ${url}\n`}`,
    )
    .join("");
  const build = { os: "ubuntu-24.04", commands: [`${show} || true`, page] };
  const config = { version: 2, build, ...(submodules && { submodules }) };
  repository.commit({ ".gitmodules": text, ".readthedocs.yaml": JSON.stringify(config) });
  for (const { path, at } of Object.values(modules))
    repository.git("update-index", "--add", "--cacheinfo", `160000,${at ?? "1".repeat(40)},${path}`);
  repository.git("commit", "--quiet", "--message", "Submodules");
  return repository.git("rev-parse", "HEAD");
}

/** A repository with one file of its name. */
function part(name: string): { url: string; at: string } {
  const repository = server.repository(`${name}-${next()}`);
  return { at: repository.commit({ [`file-${name}`]: name }), url: repository.url };
}

async function built(modules: Named, submodules: object | null) {
  const repository = server.repository(`parent-${next()}`);
  addSubmodules(repository, modules, submodules);
  const project = await buildProject({ repositoryUrl: repository.url });
  return runBuildOf(project);
}

const filesIn = (output: readonly string[]) => output.filter((line) => line.startsWith("./"));

describe("[builds D17] submodules", () => {
  test.each([
    ["all excluded", { exclude: "all" }, [], null],
    ["all", { include: "all" }, ["./a b/file-a", "./lib/b/file-b"], "a b lib/b"],
    ["some", { include: ["lib/b/"] }, ["./lib/b/file-b"], "lib/b"],
    ["all but some", { exclude: ["lib/b"] }, ["./a b/file-a"], "a b"],
  ])("%s", async (_, submodules, files, paths) => {
    const [a, b] = [part("a"), part("b")];
    const relative = `../../${b.url.split("/").at(-2)}/.git`;
    const modules = { a: { path: "a b", ...a }, "b with spaces": { path: "lib/b", at: b.at, url: relative } };
    const { build, output, commands } = await built(modules, submodules);
    expect(build).toMatchObject({ success: true });
    expect(filesIn(output)).toEqual(files);
    const ran = commands.map(({ command }) => command).filter((text) => text.includes("submodule update"));
    expect(ran).toEqual(paths === null ? [] : [`git submodule update --init --force -- ${paths}`]);
  });

  test("those of submodules, when asked for", async () => {
    const leaf = part("leaf");
    const middle = server.repository(`middle-${next()}`);
    const at = addSubmodules(middle, { leaf: { path: "leaf", ...leaf } }, null);
    const modules = { middle: { path: "sub", url: middle.url, at } };
    const flat = await built(modules, { include: "all" });
    expect([flat.build.success, filesIn(flat.output)]).toEqual([true, []]);
    const deep = await built(modules, { include: "all", recursive: true });
    expect([deep.build.success, filesIn(deep.output)]).toEqual([true, ["./sub/leaf/file-leaf"]]);
    expect(deep.commands.map(({ command }) => command)).toContain(
      "git -C sub submodule update --init --force -- leaf",
    );
  });
});

describe("a submodule that cannot be fetched ends the build and names it", () => {
  const refused = "project:repository:submodule-refused";
  test.each([
    ["of another protocol", "ext::sh -c 'touch /tmp/ran'", refused, /must start with/],
    ["with an option for a host", "ssh://-oProxyCommand=id/x", refused, /must start with/],
    ["in the cloud's metadata", "http://169.254.169.254/latest", refused, /private address/],
    ["above its host", "../../../../../x.git", refused, /above its host/],
    ["without an address", null, refused, /no address/],
    ["that is not there", "../../nothing/.git", refused, /docs\/theme/],
    ["that is its own parent", "./", "project:repository:submodule-loop", /docs\/theme/],
  ])("%s", async (_, url, notice, words) => {
    const { build, notices } = await built({ theme: { path: "docs/theme", url } }, { include: "all" });
    expect(notices).toEqual([notice]);
    const { body } = noticeText(notice, build.notices[0]?.values as Record<string, string>);
    expect(body).toMatch(/docs\/theme/);
    expect(body).toMatch(words);
  });

  test("one the configuration names and nobody has", async () => {
    const { notices } = await built({ a: { path: "a", ...part("a") } }, { include: ["a", "b"] });
    expect(notices).toEqual(["project:repository:submodule-not-found"]);
  });

  test("repositories that contain each other", async () => {
    const one = server.repository(`one-${next()}`);
    const other = server.repository(`other-${next()}`);
    const first = one.commit({ a: "a" });
    const second = addSubmodules(other, { one: { path: "one", url: one.url, at: first } }, null);
    const third = addSubmodules(one, { other: { path: "other", url: other.url, at: second } }, null);
    const inner = addSubmodules(other, { one: { path: "one", url: one.url, at: third } }, null);
    const submodules = { include: "all", recursive: true };
    addSubmodules(one, { other: { path: "other", url: other.url, at: inner } }, submodules);
    const { notices, build } = await runBuildOf(await buildProject({ repositoryUrl: one.url }));
    expect(notices).toEqual(["project:repository:submodule-loop"]);
    expect(build.seconds).toBeLessThan(60);
  });
});

describe("submodules of a private repository", () => {
  const token = "hunter2-of-the-repository";

  async function privateProject(url: (server: GitServer, path: string) => string) {
    const inner = part("inner");
    const repository = server.repository(`private-${next()}`);
    const modules = { inner: { path: "inner", at: inner.at, url: url(server, new URL(inner.url).pathname) } };
    addSubmodules(repository, modules, { include: "all" });
    const project = await buildProject({ repositoryUrl: repository.url });
    const origin = new URL(repository.url).origin;
    await db.repositoryToken.create({
      data: { projectId: project.id, username: "ada", tokenSealed: seal(token), lastFour: "tory", origin },
    });
    server.protect({ username: "ada", password: token });
    return project;
  }

  test("are fetched with its token on the same host, which stays out of their configuration", async () => {
    const project = await privateProject((_, path) => `../../${path.split("/")[1]}/.git`);
    const { build, output } = await runBuildOf(project);
    expect(build.success).toBe(true);
    expect(filesIn(output)).toEqual(["./inner/file-inner"]);
    expect(output.join("\n")).not.toContain(token);
  });

  test("do not get it on another host", async () => {
    const other = await startGitServer();
    other.protect({ username: "ada", password: token });
    const project = await privateProject((_, path) => `http://127.0.0.1:${other.port}${path}`);
    expect((await runBuildOf(project)).notices).toEqual(["project:repository:submodule-refused"]);
    expect(other.shown.filter((shown) => shown !== null)).toEqual([]);
    expect(other.shown.length).toBeGreaterThan(0);
    await other.close();
  });

  test("do not get it in the build of a pull request", async () => {
    const project = await privateProject((_, path) => `../../${path.split("/")[1]}/.git`);
    const repository = await db.project.findUniqueOrThrow({ where: { id: project.id } });
    const path = new URL(repository.repositoryUrl).pathname.split("/")[1] ?? "";
    server.repository(path).git("update-ref", "refs/pull/7/head", "HEAD");
    await buildVersion(project, {
      ...{ slug: "7", verboseName: "7", type: "external", pullNumber: 7, pullState: "open" },
    });
    expect((await runBuildOf(project, { version: "7" })).notices).toEqual([
      "project:repository:submodule-refused",
    ]);
  });
});
