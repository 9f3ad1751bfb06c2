/** What a git server says it has. */
export type Advertised = {
  readonly defaultBranch: string | null;
  readonly branches: number;
  readonly tags: number;
};

/** Lines of git's protocol: four hexadecimal digits of length, which they count themselves, and a text. 0000 ends a part. */
function linesOf(body: string): string[] | null {
  const lines: string[] = [];
  for (let at = 0; at < body.length; ) {
    const digits = body.slice(at, at + 4);
    const length = Number.parseInt(digits, 16);
    if (!/^[0-9a-f]{4}$/i.test(digits) || (length !== 0 && length < 4)) return null;
    if (length > 0) lines.push(body.slice(at + 4, at + length).trimEnd());
    at += Math.max(4, length);
  }
  return lines;
}

/**
 * Reads what a server answers to `info/refs?service=git-upload-pack` (git's http-protocol, version 0); null for what is none. `body`
 * has one character for each byte.
 */
export function readAdvertisement(body: string): Advertised | null {
  const lines = linesOf(body);
  if (lines?.[0] !== "# service=git-upload-pack") return null;
  const [first = "", ...more] = lines.slice(1);
  const [head = "", capabilities = ""] = first.split("\0");
  const names = [head, ...more].map((line) => line.slice(line.indexOf(" ") + 1));
  const [, branch] = /(?:^| )symref=HEAD:refs\/heads\/(\S+)/.exec(capabilities) ?? [];
  return {
    defaultBranch: branch === undefined ? null : Buffer.from(branch, "latin1").toString(),
    branches: names.filter((name) => name.startsWith("refs/heads/")).length,
    tags: names.filter((name) => name.startsWith("refs/tags/") && !name.endsWith("^{}")).length,
  };
}
