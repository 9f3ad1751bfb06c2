import type { Readable } from "node:stream";

/** Bytes of an object, both ends included, as in an HTTP Range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Objects under keys like `projects/7/blobs/ab/ab12…`. A key is never half written: `put` makes it appear whole or not at
 * all, and once it has returned the bytes survive a power cut. Reading an absent key throws not-found (`isProblem`).
 */
export interface Storage {
  put(key: string, body: Buffer | Readable): Promise<void>;
  /** The same for one of many objects: whole or not at all, but a power cut may take it until `settle` has returned. */
  putSoon(key: string, body: Buffer | Readable): Promise<void>;
  /** Makes everything that was put survive a power cut. */
  settle(): Promise<void>;
  get(key: string): Promise<Buffer>;
  /** `size` is the object's full size in bytes, also when a range is asked for. */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>;
  has(key: string): Promise<boolean>;
  /** Size in bytes, or null when there is no such object. */
  size(key: string): Promise<number | null>;
  /** Every key below a prefix that ends at a `/`, in order. */
  list(prefix: string): AsyncIterable<string>;
  /** Absent keys are fine. */
  delete(key: string): Promise<void>;
  deleteTree(prefix: string): Promise<void>;
}
