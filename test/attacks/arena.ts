import { readdirSync, readFileSync } from "node:fs";
import { runSandboxed, type SandboxResult } from "#lib/platform/sandbox/run.ts";
import { claimSlotUser } from "#lib/platform/sandbox/slot-user.ts";
import { missingTools } from "#lib/platform/sandbox/tools.ts";
import { createWorkspace, removeWorkspace } from "#lib/platform/sandbox/workspace.ts";
import { type Attack, prelude } from "#test/attacks/attacks.ts";
import { treasure } from "#test/attacks/victims.ts";

/** Small, so that an attack that gets through leaves the machine usable. */
const bounds = { seconds: 30, memoryMb: 200, processes: 60, diskMb: 100, outputBytes: 100_000 };

export type Verdict = { readonly contained: boolean; readonly why: string; readonly output: string };

/** Lets one attack loose in a fresh workspace at `root`, as a build would run it, and looks at what it has got. */
export async function fight(
  attack: Attack,
  whereabouts: Readonly<Record<string, string>>,
  root: string,
): Promise<Verdict> {
  const [noFilter] = missingTools(["nftables"]);
  if (attack.reachesOut && noFilter) return { contained: false, why: noFilter.why, output: "" };
  const user = await claimSlotUser();
  const lines: string[] = [];
  try {
    const workspace = await createWorkspace(root, { isolation: "bubblewrap", user });
    const run = (command: string[], environment: Record<string, string>, limits = bounds) =>
      runSandboxed({
        ...{ workspace, command, environment, limits, network: "filtered" },
        signal: new AbortController().signal,
        onLines: (some) => lines.push(...some),
      });
    if (attack.before) await run(["/bin/sh", "-c", attack.before], {});
    const environment = { ...whereabouts, ...attack.environment };
    const program = ["/usr/bin/python3", "-c", prelude + attack.script];
    const result = await run(program, environment, { ...bounds, ...attack.limits });
    const output = lines.join("\n");
    const why = reasonAgainst(attack, result, output) ?? leftBehind(user?.uid ?? null);
    return { contained: why === null, why: why ?? "", output };
  } catch (error) {
    return {
      contained: false,
      why: error instanceof Error ? error.message : String(error),
      output: lines.join("\n"),
    };
  } finally {
    await removeWorkspace(root);
    await user?.release();
  }
}

function reasonAgainst(attack: Attack, result: SandboxResult, output: string): string | null {
  if (output.includes(treasure)) return "it holds the treasure";
  const gotOut = /^ESCAPED.*$/m.exec(output);
  if (gotOut) return gotOut[0];
  const silence = /^SILENCE.*$/m.exec(output);
  if (silence) return `its packets left: ${silence[0]}`;
  if (/^Traceback/m.test(output)) return `the attack is broken: ${output.split("\n").at(-1)}`;
  if (result.stopped !== (attack.stopped ?? null)) return `stopped by ${result.stopped}`;
  if (output.length > 4 * bounds.outputBytes) return `printed ${output.length} characters`;
  return null;
}

function leftBehind(uid: number | null): string | null {
  const left = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && belongs(name, uid));
  return left.length === 0 ? null : `left ${left.length} processes`;
}

/** Of the build's user, or recognised by what it sleeps. Zombies are gone. */
function belongs(pid: string, uid: number | null): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    if (/^State:\s+Z/m.test(status)) return false;
    if (uid !== null && new RegExp(`^Uid:\\s+${uid}\\s`, "m").test(status)) return true;
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("987.65");
  } catch {
    return false;
  }
}
