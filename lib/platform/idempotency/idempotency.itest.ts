import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db, transaction } from "#lib/platform/db/client.ts";
import {
  type Attempt,
  confirmClaim,
  type KeptAnswer,
  onceOnly,
  removeOldAnswers,
} from "#lib/platform/idempotency/idempotency.ts";

const attempt = (more: Partial<Attempt> = {}): Attempt => ({
  actor: "user:1",
  key: "k",
  method: "POST",
  path: "/things/",
  content: "body",
  ...more,
});
const made = (body: string, status = 201): KeptAnswer => ({
  status,
  headers: { location: "/things/1/" },
  body,
});
const rows = () => db.rateCounter.count();
const later = (minutes: number) =>
  vi.spyOn(clock, "now").mockReturnValue(new Date(Date.now() + minutes * 60_000));

/** Work as a command does it: a row, and the claim confirmed in the same transaction. */
async function makeRow(name: string, before: () => Promise<void> = async () => undefined): Promise<void> {
  await transaction(async (tx) => {
    await tx.rateCounter.create({ data: { bucket: name, windowStart: new Date() } });
    await before();
    await confirmClaim(tx);
  });
}

beforeEach(async () => {
  await db.rateCounter.deleteMany();
  await db.idempotencyRecord.deleteMany();
});
afterEach(() => void vi.restoreAllMocks());

test("the second time gives the first answer, and nothing is done", async () => {
  const work = async () => {
    await makeRow("a");
    return made("secret");
  };
  expect(await onceOnly(attempt(), work)).toEqual({ answer: made("secret"), replayed: false });
  expect(await onceOnly(attempt(), work)).toEqual({ answer: made("secret"), replayed: true });
  expect(await rows()).toBe(1);
});

test("the answer is stored sealed, and the request as a keyed hash", async () => {
  await onceOnly(attempt({ content: "password" }), async () => made("secret"));
  const record = await db.idempotencyRecord.findFirstOrThrow();
  expect(Buffer.from(record.bodySealed!).includes("secret")).toBe(false);
  expect(JSON.stringify({ ...record, bodySealed: null })).not.toContain("password");
});

test.each<[string, Partial<Attempt>, boolean]>([
  ["another body", { content: "other" }, false],
  ["another person", { actor: "user:2" }, true],
  ["another key", { key: "K" }, true],
])("%s", async (_, more, done) => {
  await onceOnly(attempt(), async () => made("1"));
  const again = onceOnly(attempt(more), async () => made("2"));
  if (done) expect(await again).toEqual({ answer: made("2"), replayed: false });
  else
    await expect(again).rejects.toMatchObject({
      code: "unprocessable",
      message: expect.stringContaining("POST /things/"),
    });
});

test("of twenty at once one works and the others wait for its answer", async () => {
  let worked = 0;
  const work = async () => {
    worked += 1;
    await makeRow(`row ${worked}`);
    return made(`answer ${worked}`);
  };
  const all = await Promise.all(Array.from({ length: 20 }, () => onceOnly(attempt(), work)));
  expect(worked).toBe(1);
  expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(all.map(({ answer }) => answer.body))).toEqual(new Set(["answer 1"]));
});

test("who has waited long enough is told so", async () => {
  let finish: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const first = onceOnly(attempt(), async () => {
    await held;
    return made("1");
  });
  await vi.waitFor(async () => expect(await db.idempotencyRecord.count()).toBe(1));
  await expect(onceOnly(attempt(), async () => made("2"), 50)).rejects.toMatchObject({
    code: "conflict",
    retryAfterSeconds: 5,
  });
  finish();
  expect((await first).replayed).toBe(false);
});

test("what was refused leaves the key free", async () => {
  expect((await onceOnly(attempt(), async () => made("no", 400))).replayed).toBe(false);
  await expect(onceOnly(attempt(), () => Promise.reject(new Error("fault")))).rejects.toThrow("fault");
  expect(await onceOnly(attempt({ content: "corrected" }), async () => made("yes"))).toMatchObject({
    replayed: false,
  });
});

test("a fault after something was committed does not lead to a second row", async () => {
  const failing = onceOnly(attempt(), async () => {
    await makeRow("a");
    throw new Error("fault");
  });
  await expect(failing).rejects.toThrow("fault");
  const again = onceOnly(attempt(), async () => made("2"));
  await expect(again).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("its answer is lost"),
  });
});

test("a refusal after something was committed is kept like any answer", async () => {
  const work = async () => {
    await makeRow("a");
    return made("half done", 400);
  };
  await onceOnly(attempt(), work);
  expect(await onceOnly(attempt(), work)).toEqual({ answer: made("half done", 400), replayed: true });
});

const node = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e"];
const imports = `
  import { db, transaction } from "#lib/platform/db/client.ts";
  import { confirmClaim, onceOnly } from "#lib/platform/idempotency/idempotency.ts";`;

test("processes that meet do the work once", async () => {
  const script = `${imports}
    const { answer } = await onceOnly(${JSON.stringify(attempt())}, async () => {
      await transaction(async (tx) => {
        await tx.rateCounter.create({ data: { bucket: String(process.pid), windowStart: new Date() } });
        await confirmClaim(tx);
      });
      return { status: 201, headers: {}, body: String(process.pid) };
    });
    console.log(answer.body);
    await db.$disconnect();`;
  const run = promisify(execFile);
  const all = await Promise.all(
    [1, 2, 3].map(() => run(process.execPath, [...node, script], { timeout: 30_000 })),
  );
  const [only] = await db.rateCounter.findMany();
  expect(all.map(({ stdout }) => stdout.trim())).toEqual([only!.bucket, only!.bucket, only!.bucket]);
  expect(await rows()).toBe(1);
});

/** Another process that begins the same attempt and is killed, before or after what it did is committed. */
function dieWhileWorking(when: "before" | "after"): void {
  const script = `${imports}
    const die = () => process.kill(process.pid, "SIGKILL");
    await onceOnly(${JSON.stringify(attempt())}, async () => {
      await transaction(async (tx) => {
        await tx.rateCounter.create({ data: { bucket: "other process", windowStart: new Date() } });
        await confirmClaim(tx);
        if (${when === "before"}) die();
      });
      die();
    });`;
  const { signal, stderr } = spawnSync(process.execPath, [...node, script], {
    encoding: "utf8",
    timeout: 30_000,
  });
  expect([signal, stderr]).toEqual(["SIGKILL", ""]);
}

test("a process that dies before its commit has done nothing: the next one does it when the lease is over", async () => {
  dieWhileWorking("before");
  expect(await rows()).toBe(0);
  await expect(onceOnly(attempt(), async () => made("2"), 50)).rejects.toMatchObject({ code: "conflict" });
  later(2);
  const work = async () => {
    await makeRow("mine");
    return made("2");
  };
  expect(await onceOnly(attempt(), work)).toEqual({ answer: made("2"), replayed: false });
  expect(await rows()).toBe(1);
});

test("a process that dies after its commit has done it: nobody does it again, and the lost answer is told", async () => {
  dieWhileWorking("after");
  expect(await rows()).toBe(1);
  later(2);
  const again = onceOnly(attempt(), async () => made("2"));
  await expect(again).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("its answer is lost"),
  });
  expect(await rows()).toBe(1);
});

test("a slow process whose claim was taken over changes nothing", async () => {
  const slow = onceOnly(attempt(), async () => {
    await makeRow("slow", async () => {
      later(2);
      await onceOnly(attempt(), async () => {
        await makeRow("quick");
        return made("quick");
      });
    });
    return made("slow");
  });
  await expect(slow).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("taken over"),
  });
  expect(await db.rateCounter.findMany()).toMatchObject([{ bucket: "quick" }]);
  expect((await onceOnly(attempt(), async () => made("3"))).answer).toEqual(made("quick"));
});

test("answers are repeated for a day, then forgotten", async () => {
  await onceOnly(attempt(), async () => made("1"));
  later(23 * 60);
  expect(await removeOldAnswers()).toBe(0);
  expect((await onceOnly(attempt(), async () => made("2"))).answer.body).toBe("1");
  later(24 * 60 + 1);
  expect((await onceOnly(attempt({ content: "other" }), async () => made("3"))).answer.body).toBe("3");
  later(48 * 60 + 2);
  expect(await removeOldAnswers()).toBe(1);
});
