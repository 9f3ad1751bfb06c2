import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { env } from "#lib/platform/env.ts";
import type { Storage } from "#lib/platform/storage/contract.ts";
import { diskStorage } from "#lib/platform/storage/disk.ts";

export type { ByteRange, Storage } from "#lib/platform/storage/contract.ts";

type Settings = { STORAGE_URL?: string | undefined; DATA_DIR: string };

/** The folder a STORAGE_URL names. Throws one sentence for the operator when it names something else. */
function folderOf(settings: Settings): string {
  if (settings.STORAGE_URL === undefined) return join(settings.DATA_DIR, "blobs");
  if (settings.STORAGE_URL.startsWith("file:")) return fileURLToPath(settings.STORAGE_URL);
  throw new Error("STORAGE_URL is not valid: S3 storage is not available yet, use a file: address.");
}

/** The adapter a STORAGE_URL names. Throws one sentence for the operator when it cannot be used. */
export const openStorage = (settings: Settings): Storage => diskStorage(folderOf(settings));

/** Bytes of the file system that holds the objects, and how many of them are free; null before the first object. */
export async function storageSpace(): Promise<{ total: number; free: number } | null> {
  const found = await statfs(folderOf(env)).catch(() => null);
  return found && { total: found.blocks * found.bsize, free: found.bavail * found.bsize };
}

/** The object store of this process. */
export const storage: Storage = openStorage(env);
