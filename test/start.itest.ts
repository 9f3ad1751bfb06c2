import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { claimEdition } from "#lib/instance/commands.ts";

/** Starts a process that is expected to end at once; says how it ended and all it said. */
function start(entry: string, settings: Record<string, string>) {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", entry],
    {
      env: { ...process.env, ...settings },
      encoding: "utf8",
      timeout: 50_000,
    },
  );
  return { status, said: stdout + stderr };
}

const entries = ["serve/main.ts", "worker/main.ts"];

const wrong: [settings: Record<string, string>, said: string][] = [
  [{ PORT: "abc" }, "PORT is not valid: Invalid input: expected number, received NaN."],
  [{ EDITION: "foo" }, 'EDITION is not valid: Invalid option: expected one of "business"|"community".'],
  [
    { SECRET_KEY: `${"a".repeat(16)},short` },
    "SECRET_KEY is not valid: each key must have at least 16 characters.",
  ],
  [
    { STORAGE_URL: "s3://bucket" },
    "STORAGE_URL is not valid: must be an address such as file:///srv/lectern; S3 is not available yet.",
  ],
];

describe("a process that cannot start says why in one sentence and ends with 1", () => {
  test.each([...entries, "scripts/start.ts"])("%s: a wrong setting", (entry) => {
    for (const [settings, said] of wrong)
      expect(start(entry, settings)).toEqual({ status: 1, said: `${said}\n` });
  });

  test.each(entries)("%s: another edition than the database was set up for", async (entry) => {
    await claimEdition("business");
    expect(start(entry, { EDITION: "community" })).toEqual({
      status: 1,
      said: "EDITION is community, but this database was set up for the business edition: set EDITION=business, or use another database.\n",
    });
  });

  test.each(entries)("%s: no database", (entry) => {
    const { status, said } = start(entry, { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/nothing" });
    expect(status).toBe(1);
    expect(said).not.toMatch(/\n\s+at /);
    expect(said.trim().split("\n")).toHaveLength(1);
  });
});
