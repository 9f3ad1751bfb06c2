/** Storing a site of ten thousand pages: the first time, unchanged, and with one page changed, beside `cp -r` of the same site. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judge, printTable } from "./report.ts";

const pages = 10_000;
const directory = mkdtempSync(join(tmpdir(), "lectern-publish-"));
process.env.DATA_DIR = join(directory, "data");
const { writeTree } = await import("#lib/publishing/trees/commands.ts");
const { listTree } = await import("#lib/publishing/trees/queries.ts");

const site = join(directory, "site");
const words = readWords();

try {
  makeSite();
  const copied = seconds(() =>
    execFileSync("sh", ["-c", `cp -r ${site} ${directory}/copy && sync -f ${directory}/copy`]),
  );
  rmSync(join(directory, "copy"), { recursive: true });
  const first = await publish(1);
  const second = await publish(2);
  writeFileSync(join(site, "section-7", "page-7.html"), page(pages + 1));
  const third = await publish(3);
  const row = (what: string, took: number, blobs: number) => [
    what,
    took.toFixed(1),
    (took / copied).toFixed(1),
    blobs,
  ];
  printTable([
    ["10,000 pages", "seconds", "× cp -r", "new blobs"],
    row("cp -r, synced", copied, 0),
    row("first publish", first.seconds, first.written),
    row("nothing changed", second.seconds, second.written),
    row("one page changed", third.seconds, third.written),
  ]);
  judge([
    {
      what: "first publish",
      measured: `${first.seconds.toFixed(1)} s`,
      bar: "≤ 10 s",
      met: first.seconds <= 10,
    },
    {
      what: "blobs written when nothing changed",
      measured: String(second.written),
      bar: "0",
      met: second.written === 0,
    },
    {
      what: "blobs written when one page changed",
      measured: String(third.written),
      bar: "≤ 3",
      met: third.written <= 3,
    },
  ]);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function publish(buildId: number): Promise<{ seconds: number; written: number }> {
  const before = blobs();
  const began = performance.now();
  const files = await listTree(site);
  await writeTree({ projectId: 1, buildId, files, signal: new AbortController().signal });
  return { seconds: (performance.now() - began) / 1_000, written: blobs() - before };
}

/** Objects of the project with their compressed copies. */
function blobs(): number {
  try {
    const found = readdirSync(join(directory, "data", "blobs", "projects", "1", "blobs"), {
      recursive: true,
      withFileTypes: true,
    });
    return found.filter((entry) => entry.isFile()).length;
  } catch {
    return 0;
  }
}

function seconds(work: () => void): number {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1_000;
}

function makeSite(): void {
  for (let section = 0; section < 100; section++)
    mkdirSync(join(site, `section-${section}`), { recursive: true });
  writeFileSync(join(site, "index.html"), page(0));
  for (let number = 1; number < pages; number++)
    writeFileSync(join(site, `section-${number % 100}`, `page-${number}.html`), page(number));
}

/** A page as documentation tools make them: the same frame around about 15 kB of prose that is different on every page. */
function page(number: number): string {
  let seed = number * 2_654_435_761;
  const word = (): string => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return words[seed % words.length] ?? "";
  };
  const sentence = () => Array.from({ length: 12 }, word).join(" ");
  const links = Array.from(
    { length: 60 },
    (_, item) =>
      `<li class="toctree-l1"><a class="reference internal" href="../section-${item}/page-${item}.html">Chapter ${item}</a></li>`,
  );
  const prose = Array.from({ length: 150 }, (_, item) => `<p id="p${item}">${sentence()}.</p>`);
  return `<!doctype html>\n<html lang="en"><head><title>Page ${number}</title></head><body><nav><ul>${links.join("\n")}</ul></nav><main>${prose.join("\n")}</main></body></html>\n`;
}

/** Words of this repository's own documentation. */
function readWords(): string[] {
  const text = execFileSync("git", ["grep", "-hoE", "[A-Za-z]{3,12}", "--", "docs"], { encoding: "utf8" });
  return [...new Set(text.split("\n"))].filter((word) => word !== "");
}
