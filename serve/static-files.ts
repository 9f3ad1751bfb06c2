import { createHash } from "node:crypto";
import type { CachePolicy } from "#serve/cache-policy.ts";
import { cacheHeaders } from "#serve/cache-policy.ts";
import type { Answer } from "#serve/request.ts";
import { isNotModified, placeHeaders } from "#serve/respond.ts";
import { placeOfVisit, type Visit } from "#serve/visit.ts";

/** A small file that comes from no build. */
export interface SmallFile {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

export function smallFile(type: string, body: Buffer): SmallFile {
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
  return { type, body, etag };
}

/** app/icon.svg at 32 × 32, for browsers that know no other place to look for an icon. */
export const defaultIcon = smallFile(
  "image/x-icon",
  Buffer.from(
    "AAABAAEAICAAAAEAIAA8AQAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAQDAAAAgVRnxwAAADBQTFRFKmCqJ2KrJ2Oq" +
      "J2OrJ2CqKGKtKWSrKmGqKGOr////cJfHNW2xuMvjVYS9j67U3ubyVwFGSwAAAAh0Uk5TAZHM8y0sKyqViCctAAAACXBIWXMA" +
      "ADsOAAA7DgHMtqGDAAAAnklEQVQoz2NgYHBU7oACI1EGIGDsQAICQAENZIEmNAUgJR6oAm0MEqgCjahGgAyxQBVoZoAz9775" +
      "BaKgAt3rzs+cOQsucOvNTBBACMycSZ7A/HOrkQX+vNoBsQ8sMP/c7b23O5AEgGDlLKoLdO9eOWv3DiSBHpDLTkAELFAFmiFB" +
      "2LsKCG5AghAjkCNQBdoxIwojKjEjmyERkRzEGRgAx44Ijtfq4PAAAAAASUVORK5CYII=",
    "base64",
  ),
);

/** The platform's own files below `/_/static/` on every docs host. */
export const staticFiles: ReadonlyMap<string, SmallFile> = new Map([["favicon.ico", defaultIcon]]);

/** A small file on the host of a project, or nothing when the reader has it already. */
export function answerSmallFile(
  visit: Visit,
  file: SmallFile,
  kept: { readonly policy: CachePolicy; readonly tags: readonly string[] },
): Answer {
  const place = placeOfVisit(visit, visit.at.project, null);
  const common = [
    "ETag",
    file.etag,
    ...cacheHeaders(kept.policy, { tags: kept.tags, isPreview: place.isPreview }),
    ...placeHeaders(place),
  ];
  if (isNotModified(visit.request, { etag: file.etag, lastModified: "" })) {
    return { status: 304, headers: common, body: null };
  }
  const headers = ["Content-Type", file.type, "Content-Length", String(file.body.length), ...common];
  return { status: 200, headers, body: file.body };
}
