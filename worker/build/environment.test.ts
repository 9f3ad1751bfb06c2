import { expect, test } from "vitest";
import { buildEnvironment, checkoutEnvironment } from "#worker/build/environment.ts";
import { noTools } from "#worker/build/toolchain.ts";

type Given = Parameters<typeof buildEnvironment>[0];

const kettle: Given["order"]["project"] = {
  id: 1,
  slug: "kettle",
  language: "pt-br",
  versioningScheme: "multiple_versions_with_translations",
  customPrefix: null,
  subprojectPrefix: null,
  deletedAt: null,
  domains: [],
  translationOf: null,
  superproject: null,
  repositoryUrl: "https://example.com/kettle.git",
};
const workspace = { path: "/usr/bin:/bin", home: "/home/build", checkout: "/home/build/checkout" };
const branch: Given = {
  order: { project: kettle, variables: [] },
  version: { slug: "release-1.0", verboseName: "release/1.0", type: "branch" },
  workspace,
};
const pull: Given = { ...branch, version: { slug: "12", verboseName: "12", type: "external" } };
const checkout = { commit: "a".repeat(40), identifier: "release/1.0" };

const common = {
  READTHEDOCS: "True",
  READTHEDOCS_PROJECT: "kettle",
  READTHEDOCS_VERSION: "release-1.0",
  READTHEDOCS_VERSION_NAME: "release/1.0",
  READTHEDOCS_VERSION_TYPE: "branch",
  READTHEDOCS_LANGUAGE: "pt-br",
  READTHEDOCS_REPOSITORY_PATH: "/home/build/checkout",
  READTHEDOCS_OUTPUT: "/home/build/checkout/_readthedocs/",
  READTHEDOCS_GIT_CLONE_URL: "https://example.com/kettle.git",
  READTHEDOCS_GIT_IDENTIFIER: "release/1.0",
  READTHEDOCS_GIT_COMMIT_HASH: "a".repeat(40),
  READTHEDOCS_PRODUCTION_DOMAIN: "localhost:3000",
};
const built = {
  ...common,
  READTHEDOCS_CANONICAL_URL: "http://kettle.docs.localhost:3000/pt-br/release-1.0/",
  READTHEDOCS_VIRTUALENV_PATH: "/home/build/venv",
  NO_COLOR: "1",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  PATH: "/home/build/venv/bin:/usr/bin:/bin",
};

test("[builds D3] right after the checkout", () => {
  const variables = [{ name: "TOKEN", value: "secret", public: true }];
  const given = { ...branch, order: { ...branch.order, variables } };
  expect(checkoutEnvironment(given, checkout)).toEqual({
    ...common,
    GIT_TERMINAL_PROMPT: "0",
    PATH: "/usr/bin:/bin",
  });
});

test("[builds D3] in a build of a branch", () =>
  expect(buildEnvironment(branch, checkout, noTools)).toEqual(built));

test("the canonical domain is where the pages will be, but not those of a pull request", () => {
  const project = { ...kettle, domains: [{ host: "docs.kettle.example", https: true }] };
  const on = (given: Given) =>
    buildEnvironment({ ...given, order: { ...given.order, project } }, checkout, noTools);
  expect(on(branch).READTHEDOCS_CANONICAL_URL).toBe("https://docs.kettle.example/pt-br/release-1.0/");
  expect(on(pull).READTHEDOCS_CANONICAL_URL).toBe("http://kettle--12.previews.localhost:3000/pt-br/12/");
});

test("[builds D3] in a build of a pull request", () =>
  expect(buildEnvironment(pull, { ...checkout, identifier: "12" }, noTools)).toEqual({
    ...built,
    READTHEDOCS_VERSION: "12",
    READTHEDOCS_VERSION_NAME: "12",
    READTHEDOCS_VERSION_TYPE: "external",
    READTHEDOCS_GIT_IDENTIFIER: "12",
    READTHEDOCS_CANONICAL_URL: "http://kettle--12.previews.localhost:3000/pt-br/12/",
  }));

test("[builds D3] with conda its environment's programs come first", () => {
  const environment = { CONDA_ENVS_PATH: "/home/build/conda", CONDA_DEFAULT_ENV: "release-1.0" };
  const tools = { ...noTools, kind: "conda", path: ["/opt/tools/bin"], environment } as const;
  expect(buildEnvironment(branch, checkout, tools)).toEqual({
    ...built,
    ...environment,
    PATH: "/home/build/conda/release-1.0/bin:/opt/tools/bin:/usr/bin:/bin",
  });
});

test("[builds D3] with uv it knows the project and its environment", () => {
  const environment = { UV_PROJECT: "/home/build/checkout", UV_PYTHON: "/home/build/venv/bin/python" };
  expect(buildEnvironment(branch, checkout, { ...noTools, kind: "uv", environment })).toEqual({
    ...built,
    ...environment,
  });
});

test("[builds D3] the project's own variables come last, PATH is not theirs", () => {
  const variables = [
    { name: "NO_COLOR", value: "0", public: false },
    { name: "PATH", value: "/tmp", public: true },
    { name: "TOKEN", value: "it's $x", public: false },
  ];
  const given = { ...branch, order: { ...branch.order, variables } };
  expect(buildEnvironment(given, checkout, noTools)).toEqual({ ...built, NO_COLOR: "0", TOKEN: "it's $x" });
});
