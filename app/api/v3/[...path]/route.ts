import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import type { Gate } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { notFound } from "#lib/platform/errors.ts";

const nowhere: Gate<object> = {
  name: "nowhere",
  open: () => {
    throw notFound();
  },
};

const unknown = endpoint({
  summary: "No such address",
  gate: nowhere,
  response: null,
  run: async () => undefined,
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: unknown,
  POST: unknown,
  PUT: unknown,
  PATCH: unknown,
  DELETE: unknown,
});
