import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { sharePolicyOwner, sharePolicyViewer } from "#app/api/v3/organizations/_gates.ts";
import { updateSharePolicy } from "#lib/sharing/policies/commands.ts";
import { presentSharePolicy } from "#lib/sharing/policies/present.ts";
import {
  countBreakingShares,
  getSharePolicy,
  type OrganizationSharePolicy,
} from "#lib/sharing/policies/queries.ts";
import { sharePolicyChanges, sharePolicyJson } from "#lib/sharing/policies/schema.ts";

const tag = ({ policy }: { policy: OrganizationSharePolicy }) => policy;
const present = async (policy: OrganizationSharePolicy) =>
  presentSharePolicy(policy, await countBreakingShares(policy.organization.id, policy));

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show what an organization lets its projects share",
    gate: sharePolicyViewer,
    tag,
    response: sharePolicyJson,
    run: ({ policy }) => present(policy),
  }),
  PATCH: endpoint({
    summary: "Change what an organization lets its projects share",
    gate: sharePolicyOwner,
    tag,
    body: sharePolicyChanges,
    response: sharePolicyJson,
    run: async ({ organization, policy, body, unchanged }) => {
      await updateSharePolicy(organization, body, policy, { unchanged });
      return present(await getSharePolicy(organization));
    },
  }),
});
