import type { ToolName } from "#lib/builds/config/schema.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { type KeptTool, keepTool } from "#worker/build/tools/kept.ts";
import { findSeen } from "#worker/build/tools/machine.ts";

const misesName: Readonly<Record<ToolName, string>> = {
  python: "python",
  nodejs: "node",
  ruby: "ruby",
  rust: "rust",
  golang: "go",
};

/**
 * How a version manager fills the folder `$1`, so that the programs are found in `$1/bin`: uv knows interpreters of Python, mise
 * all the tools. Exported for its test.
 */
export const managerScripts = {
  uv: (version: string) => `export UV_PYTHON_INSTALL_DIR="$1" UV_PYTHON_PREFERENCE=only-managed
uv python install ${version === "latest" ? "" : `'${version}'`}
program=$(uv python find ${version === "latest" ? "" : `'${version}'`})
ln -s "$(dirname "$program")" "$1/bin"
"$1/bin/python3" -c 'import platform; print(platform.python_version())'`,
  mise: (version: string, tool: ToolName) => {
    const wanted = `'${misesName[tool]}@${version}'`;
    return `export MISE_DATA_DIR="$1" RUSTUP_HOME="$1/rustup" CARGO_HOME="$1/cargo" MISE_YES=1
mise install ${wanted}
programs=$(ls -d "$1"/rustup/toolchains/*/bin 2>/dev/null | head -n 1)
[ -n "$programs" ] || programs=$(mise bin-paths ${wanted} | head -n 1)
[ -d "$programs" ]
ln -s "$programs" "$1/bin"
mise latest --installed ${wanted}`;
  },
} as const;

/** A tool this machine lacks, by a version manager it has; null without one, or when that cannot get it either. */
export async function managedTool(
  context: BuildContext,
  tool: ToolName,
  wanted: string,
): Promise<KeptTool | null> {
  // It comes out of a configuration and goes into a script.
  if (!/^[a-z0-9.]+$/.test(wanted)) return null;
  for (const manager of tool === "python" ? (["uv", "mise"] as const) : (["mise"] as const)) {
    if ((await findSeen(manager)) === null) continue;
    const kept = await keepTool(context, {
      name: `${tool}-${wanted}-${manager}`,
      script: managerScripts[manager](wanted, tool),
      shownAs: manager === "uv" ? `uv python install ${wanted}` : `mise install ${misesName[tool]}@${wanted}`,
      network: "online",
    });
    if (kept) return kept;
  }
  return null;
}
