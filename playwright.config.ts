import { defineConfig } from "@playwright/test";
import { browserOptions } from "#test/browser.ts";

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
    launchOptions: browserOptions(),
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
