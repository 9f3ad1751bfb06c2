import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { BuildFailure } from "#worker/build/failures.ts";

/** A regular file of the repository as this process may read it. */
export type CheckoutFile =
  | { readonly kind: "read"; readonly bytes: Buffer }
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly reason: string };

const largest = 1024 * 1024;

/**
 * Reads a file of the checkout. Links are followed only to places inside it; one that leads out ends the build. Only between two
 * commands of a build: nothing of it may run while its files are looked at.
 */
export async function readCheckoutFile(checkout: string, path: string): Promise<CheckoutFile> {
  const root = await realpath(checkout);
  const target = await realpath(join(checkout, path)).catch(() => null);
  if (target === null) return { kind: "missing" };
  if (!target.startsWith(root + sep))
    throw new BuildFailure("build:user:symlink:used", { message: `${path} leads out of the repository.` });
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(target, flags).catch(() => null);
  if (file === null) return { kind: "refused", reason: `${path} cannot be read.` };
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return { kind: "refused", reason: `${path} is not a regular file.` };
    if (stats.size > largest) return { kind: "refused", reason: `${path} is larger than 1 MB.` };
    return { kind: "read", bytes: await file.readFile() };
  } finally {
    await file.close();
  }
}
