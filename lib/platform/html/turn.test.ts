import { expect, test } from "vitest";
import { isProblem } from "#lib/platform/errors.ts";
import { inTurn } from "#lib/platform/html/turn.ts";

test("one client cannot take every place in the queue", async () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const order: string[] = [];
  const ask = (who: string) =>
    inTurn(who, async () => {
      await opened;
      order.push(who);
      return "done";
    }).catch((error: unknown) => (isProblem(error) ? error.code : String(error)));
  const greedy = Array.from({ length: 60 }, () => ask("greedy"));
  const other = ask("other");
  open();
  const answers = await Promise.all(greedy);
  expect(answers.filter((answer) => answer === "done")).toHaveLength(10);
  expect(answers.filter((answer) => answer === "unavailable")).toHaveLength(50);
  expect(await other).toBe("done");
  expect(order).toEqual([...Array.from({ length: 10 }, () => "greedy"), "other"]);
  expect(await ask("greedy")).toBe("done");
});

test("many clients together are refused when the queue is full", async () => {
  const asked = Array.from({ length: 60 }, (_, client) =>
    inTurn(String(client), async () => "done").catch(() => "refused"),
  );
  expect((await Promise.all(asked)).filter((answer) => answer === "refused")).toHaveLength(10);
});
