import { existsSync } from "node:fs";
import { chromium, defineConfig } from "@playwright/test";

/** Debian's own browser where Playwright's is not installed. */
const system = "/usr/bin/chromium";
const downloaded = existsSync(chromium.executablePath());
const port = Number(process.env.E2E_PORT ?? 4780);
const baseURL = `http://localhost:${port}`;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/e2e",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    baseURL,
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
    trace: "retain-on-failure",
    launchOptions: {
      ...(downloaded ? {} : { executablePath: system }),
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: "node --disable-warning=ExperimentalWarning e2e/server.ts",
    url: `${baseURL}/accounts/login/`,
    env: { PORT: String(port) },
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    stdout: "pipe",
  },
});
