import { z } from "zod";
import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { textStream } from "#app/api/v3/_kit/stream.ts";
import { buildViewer } from "#app/api/v3/projects/_gates.ts";
import { readLogText } from "#lib/builds/log/queries.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    GET: endpoint({
      summary: "Read the whole log of a build as plain text",
      gate: buildViewer,
      response: z.string(),
      types: ["text/plain"],
      run: async ({ build }) => textStream(readLogText(build)),
    }),
  },
  { otherwise: projectAdmin },
);
