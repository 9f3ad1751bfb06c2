/** The parts of a version pattern, and what each reads (the pattern language of bumpver). */
const parts: Readonly<Record<string, string>> = {
  GGGG: "[1-9]\\d{3}",
  YYYY: "[1-9]\\d{3}",
  MAJOR: "\\d+",
  MINOR: "\\d+",
  PATCH: "\\d+",
  BUILD: "\\d+",
  PYTAG: "post|dev|rc|a|b",
  INC0: "\\d+",
  INC1: "[1-9]\\d*",
  "00J": "[0-3]\\d\\d",
  JJJ: "[1-9]\\d{0,2}",
  BLD: "[1-9]\\d*",
  TAG: "preview|alpha|final|beta|post|dev|rc",
  NUM: "\\d+",
  "0Y": "\\d\\d",
  YY: "[1-9]\\d?",
  "0G": "\\d\\d",
  GG: "[1-9]\\d?",
  "0M": "0[1-9]|1[0-2]",
  MM: "1[0-2]|[1-9]",
  "0D": "0[1-9]|[12]\\d|3[01]",
  DD: "[12]\\d|3[01]|[1-9]",
  "0W": "[0-5]\\d",
  WW: "[1-5]\\d|\\d",
  "0U": "[0-5]\\d",
  UU: "[1-5]\\d|\\d",
  "0V": "[0-5]\\d",
  VV: "[1-5]\\d|\\d",
  Q: "[1-4]",
};

const names = Object.keys(parts).sort((a, b) => b.length - a.length);
const token = new RegExp(`\\\\[[\\]]|\\[|\\]|${names.join("|")}|[^]`, "g");
/** Optional groups are tried with and without: more of them could take for ever. */
const mostOptional = 8;
const longestPattern = 255;

const tagRank: Readonly<Record<string, number>> = {
  dev: 0,
  a: 1,
  alpha: 1,
  b: 2,
  beta: 2,
  preview: 3,
  rc: 3,
  final: 4,
  post: 5,
};

/** The parts of a name as numbers, in the order of the pattern: compared one by one, the greater is the newer. */
export type PatternReader = (name: string) => readonly number[] | null;

/**
 * Reads names by a pattern such as `YYYY.0M.0D` or `MAJOR.MINOR[.PATCH]`. Null for a pattern that is none. A part in brackets may
 * be absent and then counts as less than any number; an absent tag is a final release.
 */
export function patternReader(pattern: string): PatternReader | null {
  if (pattern.length > longestPattern) return null;
  const found: string[] = [];
  let source = "";
  let depth = 0;
  let optional = 0;
  for (const [piece] of pattern.matchAll(token)) {
    const part = parts[piece];
    if (part !== undefined) {
      found.push(piece);
      // A part never gives back what it has read, so that no name takes long to refuse.
      source += `(?=(${part}))\\${found.length}`;
    } else if (piece === "[") {
      depth += 1;
      optional += 1;
      source += "(?:";
    } else if (piece === "]") {
      depth -= 1;
      if (depth < 0) return null;
      source += ")?";
    } else source += (piece.length === 2 ? piece.slice(1) : piece).replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  }
  if (found.length === 0 || depth !== 0 || optional > mostOptional) return null;
  const expression = new RegExp(`^${source}$`);
  return (name) => {
    const match = expression.exec(name);
    return match && found.map((part, index) => numberOf(part, match[index + 1]));
  };
}

function numberOf(part: string, text: string | undefined): number {
  if (part === "TAG" || part === "PYTAG") return tagRank[text ?? "final"] ?? 0;
  return text === undefined ? -1 : Number(text);
}
