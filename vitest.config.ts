import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: ["node_modules/**", ".next/**", "data/**", "e2e/**", "examples/**", "docs/**"],
        },
      },
      {
        test: {
          name: "integration",
          include: ["**/*.itest.ts"],
          exclude: ["node_modules/**", ".next/**", "data/**", "e2e/**", "examples/**", "docs/**"],
          globalSetup: ["test/global-setup.ts"],
          setupFiles: ["test/setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
