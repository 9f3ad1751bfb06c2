import { readFileSync } from "node:fs";
import { release } from "node:os";

/** The system builds run on, as its makers call it, for example "Debian GNU/Linux 12 (bookworm)". */
export const operatingSystem: string = prettyName() ?? `Linux ${release()}`;

function prettyName(): string | null {
  try {
    return /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? null;
  } catch {
    return null;
  }
}
