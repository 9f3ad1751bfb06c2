import { expect, test, vi } from "vitest";
import { z } from "zod";
import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { invalid } from "#lib/platform/errors.ts";

vi.mock("#lib/auth/actor.ts", () => ({
  currentActor: async () => ({
    actor: { kind: "visitor", address: "192.0.2.1", client: "" },
    viaCookie: true,
  }),
}));

const route = (cors: boolean, fails = false) =>
  methods({
    GET: endpoint({
      summary: "Show",
      gate: anyone,
      cors,
      response: z.object({}),
      run: async () => {
        if (fails) throw invalid({ url: ["Wrong."] });
        return {};
      },
    }),
  });
const ask = async (
  routes: ReturnType<typeof route>,
  method: "GET" | "HEAD" | "OPTIONS" | "POST",
  headers: HeadersInit,
) => {
  const request = new Request("http://api.test/api/v3/x/", { method, headers });
  const response = await routes[method](request, { params: Promise.resolve({}) });
  const cors = [...response.headers].filter(([name]) => name.startsWith("access-control-"));
  return { status: response.status, cors: Object.fromEntries(cors), vary: response.headers.get("vary") };
};
const origin = { origin: "https://example.org" };
const open = { "access-control-allow-origin": "*" };

test("where it is declared, scripts of any origin may read answers and refusals", async () => {
  expect(await ask(route(true), "GET", origin)).toMatchObject({ status: 200, cors: open });
  expect(await ask(route(true), "HEAD", origin)).toMatchObject({ status: 200, cors: open });
  expect(await ask(route(true, true), "GET", origin)).toMatchObject({ status: 400, cors: open });
  expect(await ask(route(true), "POST", origin)).toMatchObject({ status: 405, cors: open });
  expect((await ask(route(true), "GET", {})).cors).toEqual({});
  expect((await ask(route(true), "GET", {})).vary).toBe("Accept, Accept-Language, Cookie, Origin");
});

test("a browser that asks before it sends is told what it may send", async () => {
  expect(
    await ask(route(true), "OPTIONS", { ...origin, "access-control-request-method": "GET" }),
  ).toMatchObject({
    status: 200,
    cors: {
      ...open,
      "access-control-allow-methods": "GET, OPTIONS, HEAD",
      "access-control-allow-headers":
        "accept, authorization, content-type, user-agent, x-csrftoken, x-requested-with, x-hoverxref-version",
      "access-control-max-age": "86400",
    },
  });
});

test("everywhere else no origin is named, whatever is asked", async () => {
  for (const method of ["GET", "HEAD", "OPTIONS"] as const) {
    const answer = await ask(route(false), method, { ...origin, "access-control-request-method": "GET" });
    expect(answer).toMatchObject({ status: 200, cors: {} });
  }
  expect(await ask(route(false), "POST", origin)).toMatchObject({ status: 405, cors: {} });
});
