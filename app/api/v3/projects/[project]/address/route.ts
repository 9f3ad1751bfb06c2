import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { updateAddress } from "#lib/projects/address/commands.ts";
import { presentAddress } from "#lib/projects/address/present.ts";
import { addressChanges, addressJson } from "#lib/projects/address/schema.ts";
import type { Project } from "#lib/projects/queries.ts";

const tag = ({ project }: { project: Project }) => project;

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show what decides the addresses of a project's documentation",
    gate: projectAdmin,
    tag,
    response: addressJson,
    run: async ({ project }) => presentAddress(project),
  }),
  PATCH: endpoint({
    summary: "Change prefixes, the alias of a subproject, or what a project is a translation of",
    gate: projectAdmin,
    tag,
    body: addressChanges,
    response: addressJson,
    run: async ({ project, body, unchanged }) =>
      presentAddress(await updateAddress(project, body, { unchanged })),
  }),
});
