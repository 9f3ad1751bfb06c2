import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { eventStream, lastEventId } from "#app/api/v3/_kit/stream.ts";
import { buildViewer } from "#app/api/v3/projects/_gates.ts";
import { followEvents } from "#lib/builds/events/queries.ts";
import { buildEvent } from "#lib/builds/runs/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    GET: endpoint({
      summary: "Follow a build: its story so far, then each event as it happens (server-sent events)",
      gate: buildViewer,
      response: buildEvent,
      types: ["text/event-stream"],
      run: async ({ build, request }) =>
        eventStream(request, async function* (signal) {
          for await (const { sequence, kind, data } of followEvents(
            build,
            lastEventId(request) ?? 0,
            signal,
          )) {
            yield { id: sequence, event: kind, data };
          }
        }),
    }),
  },
  { otherwise: projectAdmin },
);
