/**
 * First step of `npm test`, `npm start` and `npm run quickstart`. Plain JavaScript without imports from npm, because nothing may be
 * installed yet and the machine's own Node may be older than the one Lectern runs on. Installs when the lock file asks
 * for it, then hands over to `scripts/<name>.ts` on Lectern's Node.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

const [name, ...args] = process.argv.slice(2);
const root = resolve(import.meta.dirname, "..");
const bin = join(root, "node_modules", ".bin");

if (!isInstalled()) {
  console.log("Installing packages (npm ci). The first time this takes about half a minute.");
  const installed = spawnSync("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
  });
  if (installed.status !== 0) {
    console.error("npm ci failed: the reason is printed above.");
    process.exit(installed.status ?? 1);
  }
}

const child = spawn(
  join(bin, "node"),
  ["--disable-warning=ExperimentalWarning", join(root, "scripts", `${name}.ts`), ...args],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` },
  },
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));

/** npm keeps a copy of what it installed: everything the lock file asks for (platform packages aside) must be in it. */
function isInstalled() {
  const stamp = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(stamp) || !existsSync(join(bin, "node"))) return false;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const present = JSON.parse(readFileSync(stamp, "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === "" || (path in present ? present[path].version === version : optional === true),
  );
}
