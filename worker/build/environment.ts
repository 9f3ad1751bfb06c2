import { join } from "node:path";
import { shownVariables } from "#lib/builds/environments/rules.ts";
import type { BuildEnvironment } from "#lib/builds/environments/schema.ts";
import type { WorkOrder } from "#lib/builds/runs/queries.ts";
import { env } from "#lib/platform/env.ts";
import type { Workspace } from "#lib/platform/sandbox/workspace.ts";
import { addressOf, docsHosts } from "#lib/projects/present.ts";
import { formatDocsUrl } from "#lib/publishing/rules/address.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { operatingSystem } from "#worker/build/machine.ts";
import type { Checkout } from "#worker/build/steps/checkout.ts";
import type { Toolchain } from "#worker/build/toolchain.ts";
import { environmentFolders } from "#worker/build/tools/python.ts";

type Environment = Readonly<Record<string, string>>;

/** The part of a build's context its environment depends on. */
type Given = {
  readonly order: Pick<WorkOrder, "variables"> & {
    readonly project: Parameters<typeof addressOf>[0] & Pick<WorkOrder["project"], "repositoryUrl">;
  };
  readonly version: Pick<BuildContext["version"], "slug" | "verboseName" | "type">;
  readonly workspace: Pick<Workspace, "path" | "home" | "checkout">;
};

type Head = Pick<Checkout, "commit" | "identifier">;

/** What the jobs right after the checkout find: nothing of the project's own (spec/builds.md 8.1, 8.2). */
export function checkoutEnvironment({ order, version, workspace }: Given, checkout: Head): Environment {
  return {
    PATH: workspace.path,
    GIT_TERMINAL_PROMPT: "0",
    READTHEDOCS: "True",
    READTHEDOCS_PROJECT: order.project.slug,
    READTHEDOCS_VERSION: version.slug,
    READTHEDOCS_VERSION_NAME: version.verboseName,
    READTHEDOCS_VERSION_TYPE: version.type,
    READTHEDOCS_LANGUAGE: order.project.language,
    READTHEDOCS_REPOSITORY_PATH: workspace.checkout,
    READTHEDOCS_OUTPUT: `${join(workspace.checkout, "_readthedocs")}/`,
    READTHEDOCS_GIT_CLONE_URL: order.project.repositoryUrl,
    READTHEDOCS_GIT_IDENTIFIER: checkout.identifier,
    READTHEDOCS_GIT_COMMIT_HASH: checkout.commit,
    READTHEDOCS_PRODUCTION_DOMAIN: new URL(env.DASHBOARD_URL).host,
  };
}

/**
 * What the other commands of a build find (spec/builds.md 8). The project's own variables come last, all but PATH: it is how the
 * tools are found.
 */
export function buildEnvironment(given: Given, checkout: Head, toolchain: Toolchain): Environment {
  const { order, version, workspace } = given;
  const { GIT_TERMINAL_PROMPT: _, ...predefined } = checkoutEnvironment(given, checkout);
  const own = order.variables.filter(({ name }) => name !== "PATH");
  const virtual = join(workspace.home, environmentFolders.venv);
  const { CONDA_ENVS_PATH: conda, CONDA_DEFAULT_ENV: name } = toolchain.environment;
  const installed = conda !== undefined && name !== undefined ? join(conda, name) : virtual;
  return {
    ...predefined,
    PATH: [join(installed, "bin"), ...toolchain.path, workspace.path].join(":"),
    READTHEDOCS_CANONICAL_URL: formatDocsUrl(
      addressOf(order.project),
      { version: version.slug, preview: version.type === "external" },
      docsHosts(),
    ),
    READTHEDOCS_VIRTUALENV_PATH: virtual,
    NO_COLOR: "1",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    ...toolchain.environment,
    ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
  };
}

/** What a build's page says about where it ran. */
export function environmentShown(
  { log, order, workspace }: BuildContext,
  { environment, toolchain }: { environment: Environment; toolchain: Toolchain },
): BuildEnvironment {
  return {
    system: {
      os: operatingSystem,
      isolation: workspace.isolation,
      network: env.BUILD_NETWORK,
      ...(log.memoryHeldBy && { memoryHeldBy: log.memoryHeldBy }),
      tools: toolchain.versions,
    },
    variables: shownVariables(environment, order.variables),
  };
}
