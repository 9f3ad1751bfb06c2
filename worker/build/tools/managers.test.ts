import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { managerScripts } from "#worker/build/tools/managers.ts";

const folder = mkdtempSync(join(tmpdir(), "lectern-managers-"));
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a script with a stand-in for the manager, which writes down how it was called. */
function runWith(manager: string, standIn: string, script: string): { calls: string; output: string } {
  const programs = join(folder, "programs");
  mkdirSync(programs, { recursive: true });
  mkdirSync(join(folder, "tool"));
  writeFileSync(join(programs, manager), `#!/bin/sh\necho "$@" >> ${folder}/calls\n${standIn}`);
  chmodSync(join(programs, manager), 0o755);
  const output = execFileSync("/bin/sh", ["-ec", script, "sh", join(folder, "tool")], {
    env: { ...process.env, PATH: `${programs}:/usr/bin:/bin` },
    encoding: "utf8",
  });
  return { calls: execFileSync("cat", [join(folder, "calls")], { encoding: "utf8" }), output };
}

test("[builds D12] mise installs into the kept folder, and its programs are found in bin", () => {
  const standIn = `case $1 in
install) mkdir -p "$MISE_DATA_DIR/installs/node/18.20.8/bin" ;;
bin-paths) echo "$MISE_DATA_DIR/installs/node/18.20.8/bin" ;;
latest) echo 18.20.8 ;;
esac`;
  const { calls, output } = runWith("mise", standIn, managerScripts.mise("18", "nodejs"));
  expect(calls).toBe("install node@18\nbin-paths node@18\nlatest --installed node@18\n");
  expect(output).toBe("18.20.8\n");
  expect(readlinkSync(join(folder, "tool", "bin"))).toBe(join(folder, "tool", "installs/node/18.20.8/bin"));
});
