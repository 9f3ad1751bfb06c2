import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { memberRemover, memberViewer } from "#app/api/v3/organizations/_gates.ts";
import { removeMember } from "#lib/organizations/members/commands.ts";
import { presentMember } from "#lib/organizations/members/present.ts";
import { memberJson } from "#lib/organizations/members/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show somebody of the organization",
    gate: memberViewer,
    response: memberJson,
    run: async ({ member }) => presentMember(member),
  }),
  DELETE: endpoint({
    summary: "Take somebody out of an organization, its teams and owners; everybody may leave",
    gate: memberRemover,
    response: null,
    run: ({ member }) => removeMember(member),
  }),
});
