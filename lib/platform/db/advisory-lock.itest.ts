import { expect, it } from "vitest";
import { withSharedLock } from "#lib/platform/db/advisory-lock.ts";
import { db, transaction } from "#lib/platform/db/client.ts";

it("several hold it at once, nobody takes it exclusively meanwhile, and it is free again afterwards", async () => {
  const exclusive = () =>
    transaction(async (tx) => {
      const [row] = await tx.$queryRaw<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(7, 8) as taken`;
      return row?.taken;
    });
  const result = await withSharedLock(7, 8, () =>
    withSharedLock(7, 8, async () => {
      expect(await exclusive()).toBe(false);
      return "done";
    }),
  );
  expect(result).toBe("done");
  await expect(
    withSharedLock(7, 8, async () => {
      throw new Error("failed");
    }),
  ).rejects.toThrow("failed");
  await expect.poll(exclusive).toBe(true);
  await db.$disconnect();
});
