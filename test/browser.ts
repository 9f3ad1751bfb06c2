import { existsSync } from "node:fs";
import { chromium, type LaunchOptions } from "@playwright/test";

/** Debian's own browsers. Without windows it costs a third less processor, but lets other sites' cookies through, whatever it is told. */
const programs = { shell: "/usr/bin/chromium-headless-shell", whole: "/usr/bin/chromium" };

/** How tests start Chromium: quietly, asking nobody outside for anything. `args` are added. */
export const browserOptions = (
  args: readonly string[] = [],
  kind: keyof typeof programs = "shell",
): LaunchOptions => ({
  executablePath: existsSync(programs[kind]) ? programs[kind] : chromium.executablePath(),
  args: [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    ...args,
  ],
});
