import { defineConfig, type PlaywrightTestConfig } from "@playwright/test";
import { browserOptions } from "#test/browser.ts";

const port = Number(process.env.E2E_PORT ?? 4780);
const baseURL = `http://localhost:${port}`;

const instance: PlaywrightTestConfig["webServer"] = {
  command: "node --disable-warning=ExperimentalWarning e2e/server.ts",
  wait: { stdout: /Ready for the journeys/ },
  env: { PORT: String(port) },
  timeout: 180_000,
  gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
  stdout: "pipe",
};

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/e2e",
  fullyParallel: true,
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    baseURL,
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
    // Writing down every step takes a fifth of the time; what a page showed when a test failed is kept anyway.
    trace: process.env.E2E_TRACE === undefined ? "off" : "retain-on-failure",
    launchOptions: browserOptions(),
  },
  // What takes minutes begins first, so that nobody waits for it alone in the end.
  projects: [
    { name: "pages", testMatch: "pages.spec.ts" },
    { name: "journeys", testIgnore: "pages.spec.ts" },
  ],
  // With E2E_RUNNING an instance that was started by hand is used as it is, `npm run dev` for example.
  ...(process.env.E2E_RUNNING === undefined && { webServer: instance }),
});
