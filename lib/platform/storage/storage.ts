import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { env } from "#lib/platform/env.ts";
import type { Storage } from "#lib/platform/storage/contract.ts";
import { diskStorage } from "#lib/platform/storage/disk.ts";

export type { ByteRange, Storage } from "#lib/platform/storage/contract.ts";

/** The adapter a STORAGE_URL names. Throws one sentence for the operator when it cannot be used. */
export function openStorage(settings: { STORAGE_URL?: string | undefined; DATA_DIR: string }): Storage {
  if (settings.STORAGE_URL === undefined) return diskStorage(join(settings.DATA_DIR, "blobs"));
  if (settings.STORAGE_URL.startsWith("file:")) return diskStorage(fileURLToPath(settings.STORAGE_URL));
  throw new Error("STORAGE_URL is not valid: S3 storage is not available yet, use a file: address.");
}

/** The object store of this process. */
export const storage: Storage = openStorage(env);
