import { namedFiles } from "#lib/builds/config/rules/named-files.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { readCheckoutFile } from "#worker/build/checkout-file.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { BuildFailure } from "#worker/build/failures.ts";

/** Ends a build that lacks a file its configuration names, before minutes go into installing. */
export async function requireNamedFiles(
  { workspace }: Pick<BuildContext, "workspace">,
  config: BuildConfig,
): Promise<void> {
  for (const filename of namedFiles(config)) {
    const { kind } = await readCheckoutFile(workspace.host.checkout, filename);
    if (kind === "missing") throw new BuildFailure("project:file:not-found", { filename });
  }
}
