const segment = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,254}$/;

/**
 * The segments of a storage key, or an Error. Keys are made by us from ids and hashes, so the alphabet is small; a leading
 * dot is refused, which leaves no `.`, no `..` and keeps the adapter's own hidden folders out of reach.
 */
export function keySegments(key: string): string[] {
  const segments = key.split("/");
  if (key.length > 1024 || !segments.every((part) => segment.test(part))) {
    throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 80))}`);
  }
  return segments;
}

/** The same for a prefix, which may end with `/`; an empty prefix is refused so that nothing can name the whole store. */
export function prefixSegments(prefix: string): string[] {
  return keySegments(prefix.endsWith("/") ? prefix.slice(0, -1) : prefix);
}
