import { endpoint, Reply } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { type AskedPage, embedPage } from "#lib/embed/queries.ts";
import { embedError, embedJson, embedQuery } from "#lib/embed/schema.ts";
import { isProblem } from "#lib/platform/errors.ts";
import { callerAsReader } from "#lib/sharing/rules.ts";

const statuses: Readonly<Record<string, number>> = { invalid: 400, not_found: 404, throttled: 429 };

/** Embedding has a shape of its own for errors, those of permission and of too much in too little time apart (spec/api-v3.md 1.7). */
function asEmbedError(error: unknown): Reply<{ error: string }> {
  const status = isProblem(error) ? statuses[error.code] : undefined;
  if (!isProblem(error) || status === undefined || error.retryAfterSeconds !== undefined) throw error;
  return new Reply(status, { error: error.message });
}

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Embed a page of documentation, or a part of it, in another page",
    gate: anyone,
    query: embedQuery,
    response: embedJson,
    keys: "given",
    also: { 400: embedError, 403: embedError, 404: embedError, 429: embedError },
    budget: "none",
    cors: true,
    run: ({ actor, query }) => {
      const isKnown = actor.kind !== "visitor";
      const address = "address" in actor ? actor.address : "";
      const asReader = ({ project }: AskedPage) => callerAsReader(actor, project.id);
      return embedPage({ address, isKnown, asReader }, query).then(({ json }) => json, asEmbedError);
    },
  }),
});
