/**
 * The first hour of a stranger: `git clone` and `npm run quickstart` in an empty folder, the printed docs address and a build page
 * in a browser; then another bare clone and `npm test`. Pictures go to test-results/fresh-clone.
 * `--skip-tests` leaves the second part out.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import playwright from "../playwright.config.ts";
import { judge, printTable } from "./report.ts";

const port = "4890";
const pictures = resolve("test-results/fresh-clone");
const folder = mkdtempSync(join(tmpdir(), "lectern-fresh-"));
chmodSync(folder, 0o755);
const seconds = (since: number) => (performance.now() - since) / 1000;
const bars: { what: string; measured: string; bar: string; met: boolean }[] = [];
const steps: (string | number)[][] = [["step", "seconds"]];
mkdirSync(pictures, { recursive: true });

try {
  await quickstart(clone("first"));
  if (!process.argv.includes("--skip-tests")) await test(clone("second"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
printTable(steps);
judge(bars);

function clone(name: string): string {
  const target = join(folder, name);
  const done = spawnSync("git", ["clone", "--quiet", resolve("."), target], { stdio: "inherit" });
  if (done.status !== 0) throw new Error("git clone failed");
  return target;
}

/** A shell as a newcomer has it: nothing of this checkout in PATH or in the settings. */
function bare(extra: Record<string, string>): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? "").split(":").filter((part) => !part.includes("node_modules"));
  const env: NodeJS.ProcessEnv = { ...process.env, ...extra, PATH: path.join(":") };
  for (const name of Object.keys(env)) if (name.startsWith("npm_") || name === "INIT_CWD") delete env[name];
  return env;
}

async function quickstart(checkout: string): Promise<void> {
  const begun = performance.now();
  const child = spawn("npm", ["run", "quickstart"], {
    cwd: checkout,
    env: bare({ PORT: port }),
    stdio: ["ignore", "pipe", "inherit"],
    // A process group of its own, to which Ctrl-C goes as from a terminal.
    detached: true,
  });
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  try {
    const output = await printedUntil(child, /Everything keeps running/);
    steps.push(["clone → quickstart finished (first install included)", seconds(begun).toFixed(1)]);
    const built = output.match(/^\s+built: http/gm)?.length ?? 0;
    bars.push({ what: "sites built by quickstart", measured: String(built), bar: "4", met: built === 4 });
    await look(output);
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGINT");
  }
  const code = await ended;
  bars.push({ what: "exit code after Ctrl-C", measured: String(code), bar: "0", met: code === 0 });
}

function printedUntil(child: ChildProcess, mark: RegExp): Promise<string> {
  return new Promise((done, fail) => {
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      process.stdout.write(chunk);
      text += chunk;
      if (mark.test(text)) done(text);
    });
    child.once("exit", (code) => fail(new Error(`it ended early with ${code}`)));
  });
}

function status(what: string, got: number | undefined, wanted: number) {
  return { what, measured: String(got), bar: String(wanted), met: got === wanted };
}

async function look(output: string): Promise<void> {
  const docs = output.match(/http:\/\/compass\.\S+/)?.[0] ?? "";
  const hidden = output.match(/http:\/\/lantern\.\S+/)?.[0] ?? "";
  const build = output.match(/http:\/\/\S+\/projects\/compass\/builds\/\d+\//)?.[0] ?? "";
  const [, name = "", password = ""] = output.match(/Sign in\s+(\S+)\s+password (\S+)/) ?? [];
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {});
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const shoot = (what: string) => page.screenshot({ path: join(pictures, `${what}.png`) });

  const published = await page.goto(docs);
  await shoot("docs");
  bars.push(status("docs address", published?.status(), 200));
  const refused = await page.goto(hidden);
  await shoot("private-docs-as-a-stranger");
  bars.push(status("private docs, stranger", refused?.status(), 401));

  await page.goto(`http://localhost:${port}/accounts/login/`);
  await page.getByLabel("Username or e-mail").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/dashboard/);
  await page.waitForLoadState("networkidle");
  await shoot("projects");
  const log = await page.goto(build);
  await page.waitForTimeout(1_000);
  await shoot("build");
  bars.push(status("build page", log?.status(), 200));
  await page.goto(hidden);
  await page.getByRole("link", { name: /log in/i }).click();
  await page.waitForURL((url) => url.hostname.startsWith("lantern.") && !url.pathname.startsWith("/_/"));
  await shoot("private-docs-as-a-member");
  const read = (await page.reload())?.status();
  bars.push(status("private docs, member", read, 200));
  await browser.close();
}

async function test(checkout: string): Promise<void> {
  const begun = performance.now();
  const child = spawn("npm", ["test"], {
    cwd: checkout,
    env: bare({ CI: "true" }),
    stdio: ["ignore", "inherit", "inherit"],
  });
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  const took = seconds(begun);
  steps.push(["clone → npm test finished (install included)", took.toFixed(1)]);
  bars.push({ what: "npm test exit code", measured: String(code), bar: "0", met: code === 0 });
  bars.push({ what: "npm test minutes", measured: (took / 60).toFixed(1), bar: "< 20", met: took < 1200 });
}
