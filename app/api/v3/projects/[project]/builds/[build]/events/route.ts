import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { identify } from "#app/api/v3/_kit/identify.ts";
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
      run: async ({ build, request, params }) => {
        // Who has lost their access, their token or their session meanwhile is sent away, and refused on coming back.
        const mayGoOn = () =>
          identify(request)
            .then(({ actor }) => buildViewer.open(actor, params))
            .then(
              () => true,
              () => false,
            );
        const after = lastEventId(request) ?? 0;
        return eventStream(request, async function* (signal) {
          for await (const { sequence, kind, data } of followEvents(build, after, signal, mayGoOn)) {
            yield { id: sequence, event: kind, data };
          }
        });
      },
    }),
  },
  { otherwise: projectAdmin },
);
