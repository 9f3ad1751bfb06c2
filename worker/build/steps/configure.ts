import { ConfigError } from "#lib/builds/config/rules/error.ts";
import { findConfig } from "#lib/builds/config/rules/find.ts";
import { withFullVersions } from "#lib/builds/config/rules/tools.ts";
import { parseConfig } from "#lib/builds/config/rules.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { attachNotice, rememberConfig } from "#lib/builds/runs/commands.ts";
import { readCheckoutFile } from "#worker/build/checkout-file.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { operatingSystem } from "#worker/build/machine.ts";
import type { Toolchain } from "#worker/build/toolchain.ts";

/** Finds, prints and parses the configuration file (spec/builds.md 5.1), and keeps what it says with the build. */
export async function configure(context: BuildContext): Promise<BuildConfig> {
  const { order, log } = context;
  const { path, text } = await findConfig(order.project.configPath, (name) =>
    readText(context.workspace.host.checkout, name),
  );
  await log.shown("cloning", `cat ${path}`, text.replace(/\n$/, "").split("\n"));
  const config = parseConfig(text, path);
  await remember(context, config);
  await log.shown("cloning", `# build.os: ${config.build.os}`, [
    `Builds run on this server's own system (${operatingSystem}), whatever build.os says.`,
  ]);
  if (config.build.jobs.pre_checkout.length > 0)
    await attachNotice(context.held, "config:build:pre-checkout-not-run", {});
  return config;
}

/** Keeps with the build which versions of its tools it got. */
export const rememberTools = (context: BuildContext, config: BuildConfig, tools: Toolchain): Promise<void> =>
  remember(context, withFullVersions(config, tools.versions));

const remember = ({ held, order, workspace }: BuildContext, config: BuildConfig): Promise<void> =>
  rememberConfig(held, { config, path: order.project.configPath, isolation: workspace.isolation });

/** Null when there is no such file. */
async function readText(checkout: string, path: string): Promise<string | null> {
  const file = await readCheckoutFile(checkout, path);
  switch (file.kind) {
    case "missing":
      return null;
    case "refused":
      throw new ConfigError("config:generic", { message: file.reason });
    case "read":
      try {
        return new TextDecoder("utf-8", { fatal: true }).decode(file.bytes);
      } catch {
        throw new ConfigError("config:generic", { message: `${path} is not valid UTF-8.` });
      }
  }
}
