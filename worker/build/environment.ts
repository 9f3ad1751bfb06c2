import { join } from "node:path";
import { env } from "#lib/platform/env.ts";
import { addressOf, docsHosts } from "#lib/projects/present.ts";
import { formatDocsUrl } from "#lib/publishing/rules/address.ts";
import type { BuildContext } from "#worker/build/context.ts";
import type { Checkout } from "#worker/build/steps/checkout.ts";

/** Where tools that a build installs for itself go; first on its PATH. */
export const virtualEnvironment = (context: BuildContext): string => join(context.workspace.home, "venv");
const nodePackages = (context: BuildContext): string => join(context.workspace.home, "npm");

/** What a build's commands find in their environment (spec/builds.md 8). The project's own variables come last. */
export function buildEnvironment(context: BuildContext, checkout: Checkout): Record<string, string> {
  const { order, version, workspace } = context;
  const path = [join(virtualEnvironment(context), "bin"), join(nodePackages(context), "bin"), workspace.path];
  return {
    PATH: path.join(":"),
    NO_COLOR: "1",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    npm_config_prefix: nodePackages(context),
    npm_config_update_notifier: "false",
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
    READTHEDOCS_CANONICAL_URL: formatDocsUrl(
      addressOf(order.project),
      { version: version.slug, preview: version.type === "external" },
      docsHosts(),
    ),
    READTHEDOCS_VIRTUALENV_PATH: virtualEnvironment(context),
    ...Object.fromEntries(
      order.variables
        .filter((variable) => variable.name !== "PATH")
        .map((variable) => [variable.name, variable.value]),
    ),
  };
}
