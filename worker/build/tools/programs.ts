import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { keptTools, type Workspace } from "#lib/platform/sandbox/workspace.ts";

/**
 * Repositories made for a build system with `asdf` call it themselves. This stands in for it: it changes nothing, and answers from
 * LECTERN_TOOLS, lines of `name version folder`.
 */
const asdf = `#!/bin/sh
# Tools are there before a build starts; this answers for programs that install them with asdf.
list() { printf '%s\\n' "$LECTERN_TOOLS" | cut -d ' ' -f 1,2; }
have() { list | tr '\\n' ',' | sed 's/,$//; s/,/, /g'; }
field() { printf '%s\\n' "$LECTERN_TOOLS" | awk -v name="$1" -v field="$2" '$1 == name { print $field; exit }'; }
fail() { echo "asdf: $1 Available here: $(have)." >&2; exit 1; }
need() { [ -n "$(field "$1" 2)" ] || fail "this server has no $1."; }
match() {
  need "$1"; version=$(field "$1" 2)
  case "$2" in ''|latest|system|latest:*|"$version") return 0 ;; esac
  case "$version" in "$2".*) return 0 ;; esac
  fail "this server has $1 $version, not $2."
}
action=$1; [ $# -gt 0 ] && shift
if [ "$action" = plugin ]; then action=plugin-$1; [ $# -gt 0 ] && shift; fi
while :; do case "$1" in -*) shift ;; *) break ;; esac; done
case "$action" in
  plugin-add) need "$1" ;;
  plugin-list|list|current) if [ -n "$1" ]; then need "$1"; list | grep "^$1 "; else list; fi ;;
  install|global|local|set|shell) [ -z "$1" ] || match "$1" "$2" ;;
  latest) match "$1" "$2"; field "$1" 2 ;;
  where) match "$1" "$2"; field "$1" 3 ;;
  which) command -v "$1" ;;
  exec) exec "$@" ;;
  reshim|plugin-update|plugin-remove|update) ;;
  version|--version) echo "asdf of Lectern" ;;
  *) fail "cannot $action here." ;;
esac
`;

/** The folder, inside a sandbox, of the programs Lectern itself gives a build. */
export async function ownPrograms(workspace: Workspace): Promise<string> {
  const name = `programs_${createHash("sha256").update(asdf).digest("hex").slice(0, 12)}`;
  if (!existsSync(join(keptTools, name))) {
    const fresh = join(workspace.root, "programs");
    await mkdir(fresh, { mode: 0o755 });
    await writeFile(join(fresh, "asdf"), asdf, { mode: 0o755 });
    // Another worker may have been faster.
    await rename(fresh, join(keptTools, name)).catch(() => rm(fresh, { recursive: true, force: true }));
  }
  return join(workspace.tools.at, name);
}
