import { existsSync } from "node:fs";
import { chromium, type LaunchOptions } from "@playwright/test";

/** Debian's own browser where Playwright's is not installed. */
const system = "/usr/bin/chromium";

/** How tests start Chromium: quietly, asking nobody outside for anything. `args` are added. */
export const browserOptions = (args: readonly string[] = []): LaunchOptions => ({
  ...(existsSync(chromium.executablePath()) ? {} : { executablePath: system }),
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
