import { isLeaseLost, LeaseLost } from "#lib/builds/log/commands.ts";
import {
  type ClaimedBuild,
  claimBuild,
  handBack,
  heartbeat,
  leaseSeconds,
} from "#lib/builds/runs/commands.ts";
import { log } from "#lib/platform/log.ts";
import { type BuildControl, createControl } from "#worker/build/control.ts";
import { HandedBack, isHandedBack, runBuild } from "#worker/build/run-build.ts";

/** The builds one worker process runs at once. */
export type Slots = {
  /** There may be work: looks for it unless all slots are taken. */
  wake(): void;
  /** Somebody asked to cancel a build; does nothing when it runs elsewhere. */
  cancel(buildId: number): void;
  /** Takes no more builds, gives the running ones this long, then hands them back to the queue. */
  drain(graceMs: number): Promise<void>;
};

const heartbeatMs = 2_000;

type Running = { readonly held: ClaimedBuild; readonly control: BuildControl; readonly done: Promise<void> };

/** `count` slots of the worker `workerId`. */
export function openSlots(workerId: number, count: number): Slots {
  const running = new Map<number, Running>();
  let draining = false;
  let looking = false;
  let again = false;

  async function look(): Promise<void> {
    again = true;
    if (looking) return;
    looking = true;
    try {
      while (again && !draining && running.size < count) {
        again = false;
        const held = await claimBuild(workerId);
        if (!held) continue;
        again = true;
        const control = createControl();
        const done = run(held, control).finally(() => {
          running.delete(held.buildId);
          wake();
        });
        running.set(held.buildId, { held, control, done });
      }
    } finally {
      looking = false;
    }
  }

  function wake(): void {
    if (draining) return;
    look().catch((error: unknown) => log.warn({ err: error }, "could not look for builds"));
  }

  return {
    wake,
    cancel: (buildId) => running.get(buildId)?.control.cancel(),
    async drain(graceMs) {
      draining = true;
      const timer = setTimeout(() => {
        for (const { control } of running.values()) control.stop(new HandedBack());
      }, graceMs);
      await Promise.all([...running.values()].map(({ done }) => done));
      clearTimeout(timer);
    },
  };
}

async function run(held: ClaimedBuild, control: BuildControl): Promise<void> {
  const { buildId, attempt } = held;
  const started = performance.now();
  const beat = keepLease(held, control);
  log.info({ buildId, attempt }, "build started");
  try {
    await runBuild(held, control);
    log.info({ buildId, ms: Math.round(performance.now() - started) }, "build ended");
  } catch (error) {
    if (isHandedBack(error)) await handBack(held).catch(() => undefined);
    log.warn({ buildId, attempt, err: error }, "build left to another attempt");
  } finally {
    clearInterval(beat);
  }
}

/** Renews the hold and notices a cancellation whose notice was missed. Stops the build before the hold can have run out. */
function keepLease(held: ClaimedBuild, control: BuildControl): NodeJS.Timeout {
  let renewedAt = performance.now();
  return setInterval(() => {
    const asked = performance.now();
    heartbeat(held)
      .then(({ cancelled }) => {
        renewedAt = asked;
        if (cancelled) control.cancel();
      })
      .catch((error: unknown) => {
        const late = performance.now() - renewedAt > (leaseSeconds - 2) * 1_000;
        if (isLeaseLost(error) || late) control.stop(new LeaseLost());
      });
  }, heartbeatMs);
}
