import { LRUCache } from "lru-cache";
import { perProcess } from "#lib/platform/per-process.ts";
import type { DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import type { AccessKind } from "#lib/sharing/use/schema.ts";
import { acceptedEncodings } from "#serve/negotiate.ts";
import type { DocsRequest } from "#serve/request.ts";
import type { Representation } from "#serve/respond.ts";
import type { Wire } from "#serve/wire.ts";

/** A file that was served not long ago, with all that decides whether it may be served again. */
export interface HotFile {
  readonly siteId: number;
  readonly siteName: string;
  readonly host: string;
  readonly project: DocsProject;
  readonly version: DocsVersion;
  readonly filename: string;
  /** As `mayRead` wants to know it; of a project that has shares of some paths. */
  readonly isAside: boolean;
  readonly kind: AccessKind;
  readonly file: Representation & { readonly body: Buffer; readonly wire: Wire };
}

/** Answers of docs files by host, encoding and request target; 128 MB. */
export const hotFiles = perProcess(
  "hotFiles",
  () =>
    new LRUCache<string, HotFile>({
      maxSize: 128 * 1024 * 1024,
      // The bytes of a file and those of the answer it was last part of.
      sizeCalculation: (hot) => 2 * hot.file.body.length + 2048,
    }),
);

/** Requests with the same key get the same bytes while the site stays the same. */
export function hotKey(request: DocsRequest): string {
  const encodings = acceptedEncodings(request.header("accept-encoding"));
  return `${request.host} ${request.scheme} ${encodings.join()} ${request.target}`;
}
