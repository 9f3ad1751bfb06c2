/**
 * Every attack of `test/attacks` against the sandbox: contained or not. `--without=bwrap` or `pasta` hides that program from this
 * run (as root only): then no build starts, and every line turns red. No attack ever runs outside the sandbox, and none that
 * reaches for other machines runs without the packet filter.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { printTable } from "./report.ts";

const { values } = parseArgs({
  options: { without: { type: "string" }, hidden: { type: "boolean" }, only: { type: "string" } },
});
const hideable = ["bwrap", "pasta"];
if (values.without !== undefined && !hideable.includes(values.without))
  throw new Error(`--without takes one of ${hideable.join(", ")}.`);
if (values.without !== undefined && !values.hidden) process.exit(runHiding(values.without));

const directory = mkdtempSync(join(tmpdir(), "lectern-break-out-"));
process.env.DATA_DIR = join(directory, "data");
process.env.LOG_LEVEL = "silent";
const { chmodSync, mkdirSync } = await import("node:fs");
mkdirSync(process.env.DATA_DIR, { mode: 0o711 });
chmodSync(directory, 0o711);
const { attacks } = await import("#test/attacks/attacks.ts");
const { fight } = await import("#test/attacks/arena.ts");
const { placeVictims } = await import("#test/attacks/victims.ts");

const victims = await placeVictims();
const root = join(directory, "data", "work", "attack");
const rows: (string | number)[][] = [["attack", "contained", "why not"]];
let open = 0;
try {
  for (const attack of attacks.filter(({ name }) => name.includes(values.only ?? ""))) {
    const verdict = await fight(attack, victims.whereabouts, root);
    if (!verdict.contained) open += 1;
    rows.push([attack.name, verdict.contained ? "yes" : "NO", verdict.why.slice(0, 160)]);
    if (values.only) console.log(verdict.output.slice(0, 4_000));
  }
} finally {
  await victims.end();
  rmSync(directory, { recursive: true, force: true });
}
printTable(rows);
console.log(`\n${rows.length - 1 - open} of ${rows.length - 1} attacks contained`);
process.exit(open > 0 ? 1 : 0);

/** Runs this script again in a mount namespace of its own where the program is an empty file. */
function runHiding(program: string): number {
  const places = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]
    .map((folder) => join(folder, program))
    .filter(existsSync);
  const nothing = join(tmpdir(), `lectern-nothing-${process.pid}`);
  writeFileSync(nothing, "", { mode: 0o644 });
  const script = `nothing=$1; shift; for place in ${places.join(" ")}; do mount --bind "$nothing" "$place" || exit 3; done; exec "$@"`;
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1), "--hidden"];
  const { status } = spawnSync(
    "unshare",
    ["--mount", "--propagation", "private", "--", "/bin/sh", "-c", script, "sh", nothing, ...again],
    { stdio: "inherit" },
  );
  rmSync(nothing, { force: true });
  return status ?? 1;
}
