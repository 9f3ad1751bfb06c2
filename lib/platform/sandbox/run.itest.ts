import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { runSandboxed, type SandboxCommand } from "#lib/platform/sandbox/run.ts";
import { claimSlotUser, type SlotUser } from "#lib/platform/sandbox/slot-user.ts";
import { createWorkspace, removeWorkspace, type Workspace } from "#lib/platform/sandbox/workspace.ts";

const root = join(env.DATA_DIR, "work", "sandbox-test");
const limits = { seconds: 30, memoryMb: 500, processes: 100, diskMb: 50, outputBytes: 100_000 };
let user: SlotUser | null;
let workspace: Workspace;

beforeEach(async () => {
  user = await claimSlotUser();
  workspace = await createWorkspace(root, { isolation: "bubblewrap", user });
});
afterEach(async () => {
  await removeWorkspace(root);
  await user?.release();
});

async function sh(script: string, more: Partial<SandboxCommand> = {}) {
  const lines: string[] = [];
  const result = await runSandboxed({
    workspace,
    command: ["/bin/sh", "-c", script],
    environment: {},
    limits,
    network: "filtered",
    signal: new AbortController().signal,
    onLines: (some) => lines.push(...some),
    ...more,
  });
  return { ...result, lines, text: lines.join("\n") };
}

/** Processes of this machine whose command line holds the text. */
function running(text: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const line = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return line.includes(text) ? [line] : [];
      } catch {
        return [];
      }
    });
}

describe("a command in the sandbox", () => {
  test.each([
    ["exit 0", 0],
    ["exit 7", 7],
    ["kill -9 $$", 137],
    ["no-such-program", 127],
  ])("%s ends with %i", async (script, exitCode) => {
    expect(await sh(script)).toMatchObject({ exitCode, stopped: null });
  });

  test("gets both of its outputs back in order, and its environment word for word", async () => {
    const value = `it's "$HOME" \\ ä\nsecond line`;
    const { lines } = await sh('echo one; echo two >&2; echo three; printf "%s\\n" "$VALUE"', {
      environment: { VALUE: value },
    });
    expect(lines).toEqual(["one", "two", "three", `it's "$HOME" \\ ä`, "second line"]);
  });

  test("keeps files between commands in checkout, home and /tmp only", async () => {
    await sh("touch here ~/there /tmp/everywhere");
    const { text } = await sh("ls ~/checkout ~/there /tmp; touch /usr/x /etc/x /x 2>&1; df /run | tail -1");
    expect(text).toMatch(/here/);
    expect(text).toMatch(/there/);
    expect(text).toMatch(/everywhere/);
    expect(text.match(/Read-only file system/g)).toHaveLength(3);
  });

  test("is an ordinary user without capabilities who cannot make namespaces", async () => {
    const { text } = await sh("id -u; grep -E 'CapEff|NoNewPrivs' /proc/self/status; unshare -U true 2>&1");
    expect(text).toMatch(/^1000\n/);
    expect(text).toMatch(/CapEff:\s0000000000000000/);
    expect(text).toMatch(/NoNewPrivs:\s1/);
    expect(text).toMatch(/unshare failed/);
  });

  test("sees nothing of the machine but its programs", async () => {
    process.env.WORKER_SECRET = "hunter2-worker";
    writeFileSync(join(env.DATA_DIR, "secret-key"), "hunter2-file", { mode: 0o644 });
    const { text } = await sh(
      `env; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n'; ls /proc | grep -c '^[0-9]'; ls / /root /var /home;
       cat /etc/shadow; cat ${env.DATA_DIR}/secret-key; ls -d ${env.DATA_DIR} ${process.cwd()}`,
      { network: "none" },
    );
    expect(text).not.toMatch(/hunter2|WORKER_SECRET|DATABASE_URL|^root:.*:\d+:/m);
    expect(text).toMatch(/cannot open|No such file/);
    expect(existsSync(env.DATA_DIR)).toBe(true);
    expect(text).not.toMatch(new RegExp(`^${env.DATA_DIR}$`, "m"));
    expect(text).not.toMatch(new RegExp(`^${process.cwd()}$`, "m"));
  });

  test("cannot be given a way out through a value", async () => {
    const environment = { VALUE: "x\0--bind\0/\0/outside" };
    await expect(sh("ls /outside", { environment })).rejects.toThrow(/NUL/);
  });

  test("does not show its environment in the machine's process list", async () => {
    const done = sh("sleep 3.074", { environment: { PRIVATE: "hunter2-environment" } });
    await expect.poll(() => running("sleep 3.074"), { timeout: 15_000 }).not.toEqual([]);
    expect(running("hunter2-environment")).toEqual([]);
    await done;
  });
});

describe("network", () => {
  const connect = (port: number) =>
    `python3 -c "
import socket
for host in ('127.0.0.1', 'localhost', '192.168.0.1', '169.254.169.254', '10.0.0.1'):
  try:
    socket.create_connection((host, ${port}), 1).close(); print(host, 'reached')
  except OSError as e: print(host, 'refused')"`;

  test.each(["filtered", "none"] as const)(
    "%s: the machine and its neighbours are out of reach",
    async (network) => {
      const server = createServer((socket) => socket.end("hello"));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      const { lines } = await sh(connect(port), { network });
      server.close();
      expect(lines).toHaveLength(5);
      expect(lines.join()).not.toMatch(/reached/);
    },
  );

  test("a port of the machine can be opened for one command", async () => {
    const server = createServer((socket) => socket.end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { lines } = await sh(connect(port), { hostPorts: [port] });
    server.close();
    expect(lines[0]).toBe("127.0.0.1 reached");
  });
});

describe("limits", () => {
  test("time: asked to end first, killed when it does not", async () => {
    const polite = await sh("trap 'echo bye; exit 1' TERM; sleep 60 & wait", {
      limits: { ...limits, seconds: 1 },
    });
    expect(polite).toMatchObject({ stopped: "time", exitCode: null, lines: ["bye"] });
    const stubborn = await sh("trap '' TERM; sleep 61", { limits: { ...limits, seconds: 1 } });
    expect(stubborn).toMatchObject({ stopped: "time", exitCode: null });
    expect(stubborn.seconds).toBeLessThan(30);
    expect(running("sleep 61")).toEqual([]);
  });

  test("memory of the whole tree", async () => {
    const eat = "python3 -c 'x = bytearray(200_000_000); import time; time.sleep(50)'";
    const result = await sh(`for i in 1 2 3; do (${eat} || kill $$) & done; wait`);
    expect(result.stopped).toBe("memory");
    expect(result.exitCode).toBeNull();
  });

  test("disk of the workspace, and no single file beyond it", async () => {
    const many = await sh("for i in 1 2 3 4 5 6 7 8; do head -c 10M /dev/zero > f$i; done; sleep 20");
    expect(many).toMatchObject({ stopped: "disk", exitCode: null });
    const one = await sh("rm f*; head -c 60M /dev/zero > big; ls -l big | cut -d' ' -f5");
    expect(one.lines.at(-1)).toBe(String(50 * 1024 * 1024));
  });

  test("processes", async () => {
    const { text } = await sh("for i in $(seq 1 200); do sleep 5 & done; echo survived");
    expect(text).toMatch(/[Cc]annot fork|Resource temporarily unavailable/);
  });

  test("the middle of too much output is left out, and the command goes on", async () => {
    const result = await sh("yes 0123456789 | head -c 1000000; echo end; exit 4");
    expect(result).toMatchObject({ exitCode: 4, outputTruncated: true });
    expect(result.text.length).toBeLessThan(limits.outputBytes * 2);
    expect(result.text).toMatch(/output is left out here/);
    expect(result.lines.at(-1)).toMatch(/end$/);
  });
});

test("variables the loader reads are there for the command alone, not for what sets it up", async () => {
  const environment = { LD_PRELOAD: "/not/there.so", LD_LIBRARY_PATH: "a 'b' \"$c\"", PLAIN: "x" };
  // In the shell that sets it up the loader would complain as well.
  const { lines } = await sh('env | grep -E "^(LD_|LECTERN|PLAIN)" 2>/dev/null | sort', { environment });
  expect(lines.filter((line) => !line.includes("ld.so"))).toEqual([
    "LD_LIBRARY_PATH=a 'b' \"$c\"",
    "LD_PRELOAD=/not/there.so",
    "PLAIN=x",
  ]);
  const broken = await sh("true", { environment: { LD_DEBUG: "help" } });
  expect(broken).toMatchObject({ exitCode: 0, stopped: null });
  expect(broken.text).toContain("libs");
});

describe("the end", () => {
  test("nothing outlives the command", async () => {
    await sh("(setsid nohup sleep 71 >/dev/null 2>&1 &); sleep 71 & exit 0");
    expect(running("sleep 71")).toEqual([]);
  });

  test("an abort stops it", async () => {
    const abort = new AbortController();
    const done = sh("sleep 72", { signal: abort.signal });
    await delay(500);
    abort.abort(new Error("no longer wanted"));
    expect(await done).toMatchObject({ stopped: "aborted", exitCode: null });
    expect(running("sleep 72")).toEqual([]);
  });

  test("it dies with the process that started it, however that ends", async () => {
    const script = `
      import { runSandboxed } from "#lib/platform/sandbox/run.ts";
      import { createWorkspace } from "#lib/platform/sandbox/workspace.ts";
      import { claimSlotUser } from "#lib/platform/sandbox/slot-user.ts";
      const user = await claimSlotUser();
      const workspace = await createWorkspace(${JSON.stringify(`${root}-2`)}, { isolation: "bubblewrap", user });
      await runSandboxed({ workspace, command: ["/bin/sh", "-c", "echo ready; sleep 73"], environment: {}, limits: ${JSON.stringify(limits)},
        network: "filtered", signal: new AbortController().signal, onLines: (lines) => console.log(lines.join()) });`;
    const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(running("sleep 73").length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await expect.poll(() => running("sleep 73"), { timeout: 15_000 }).toEqual([]);
    await removeWorkspace(`${root}-2`);
  });
});
