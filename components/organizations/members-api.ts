import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const item = "/api/v3/organizations/{organization}/";

export const membersPerPage = 50;
export type Member = Schema<"OrganizationMember">;
export const membersResource = (organization: string, offset = 0, limit = membersPerPage) =>
  resource(`${item}members/`, { organization }, { limit, offset: offset || undefined });
export const ownersResource = (organization: string, offset = 0) =>
  resource(`${item}owners/`, { organization }, { limit: membersPerPage, offset: offset || undefined });

const mostInvitations = 200;
export type Invited = Schema<"Invitation">;
export const invitationsResource = (organization: string) =>
  resource(`${item}invitations/`, { organization }, { limit: mostInvitations });

/** The live shares that somebody made for projects of an organization. */
export const sharesByResource = (organization: string, username: string) =>
  resource(`${item}shares/`, { organization }, { by: username, limit: 100 });

const mostTeams = 500;
export type Team = Schema<"Team">;
export const teamsResource = (organization: string) =>
  resource(`${item}teams/`, { organization }, { expand: ["members"] as const, limit: mostTeams });
export const teamResource = (organization: string, team: string) =>
  resource(`${item}teams/{team}/`, { organization, team });
export const teamMembersResource = (organization: string, team: string, offset = 0) =>
  resource(
    `${item}teams/{team}/members/`,
    { organization, team },
    { limit: membersPerPage, offset: offset || undefined },
  );
export const teamProjectsResource = (organization: string, team: string, offset = 0) =>
  resource(
    `${item}teams/{team}/projects/`,
    { organization, team },
    { limit: membersPerPage, offset: offset || undefined },
  );

/** A change of an organization's people or teams; everything cached of the organization is old afterwards. */
function useChange<Input, Output>(organization: string, mutationFn: (input: Input) => Promise<Output>) {
  const refresh = useRefresh();
  return useMutation({ mutationFn, onSettled: () => refresh(apiPaths.organization(organization)) });
}

export const useInvite = (organization: string) =>
  useChange(organization, (input: Schema<"InvitationInput">) =>
    api.post(`${item}invitations/`, { organization }, input),
  );
export const useResendInvitation = (organization: string) =>
  useChange(organization, (invitation: number) =>
    api.post(`${item}invitations/{invitation}/resend/`, { organization, invitation }),
  );
/** A link to hand over; it is forgotten with the screen that shows it. */
export function useInvitationLink(organization: string) {
  const refresh = useRefresh();
  return useMutation({
    gcTime: 0,
    mutationFn: (invitation: number) =>
      api.post(`${item}invitations/{invitation}/link/`, { organization, invitation }),
    onSuccess: () => refresh(apiPaths.organization(organization)),
  });
}
export const useRevokeInvitation = (organization: string) =>
  useChange(organization, (invitation: number) =>
    api.delete(`${item}invitations/{invitation}/`, { organization, invitation }),
  );

export const useRemoveMember = (organization: string) =>
  useChange(organization, (username: string) =>
    api.delete(`${item}members/{username}/`, { organization, username }),
  );
export const useAddOwner = (organization: string) =>
  useChange(organization, (input: { username: string }) =>
    api.post(`${item}owners/`, { organization }, input),
  );
export const useRemoveOwner = (organization: string) =>
  useChange(organization, (username: string) =>
    api.delete(`${item}owners/{username}/`, { organization, username }),
  );

export const useCreateTeam = (organization: string) =>
  useChange(organization, (input: Schema<"TeamInput">) => api.post(`${item}teams/`, { organization }, input));
export const useUpdateTeam = (organization: string, team: string) =>
  useChange(organization, (changes: Schema<"TeamChanges">) =>
    api.patch(`${item}teams/{team}/`, { organization, team }, changes),
  );
export const useDeleteTeam = (organization: string) =>
  useChange(organization, (team: string) => api.delete(`${item}teams/{team}/`, { organization, team }));

type InTeam = { team: string; username: string };
export const useAddToTeam = (organization: string) =>
  useChange(organization, ({ team, username }: InTeam) =>
    api.post(`${item}teams/{team}/members/`, { organization, team }, { username }),
  );
export const useRemoveFromTeam = (organization: string) =>
  useChange(organization, ({ team, username }: InTeam) =>
    api.delete(`${item}teams/{team}/members/{username}/`, { organization, team, username }),
  );

type OfTeam = { team: string; project: string };
export const useAddTeamProject = (organization: string) =>
  useChange(organization, ({ team, project }: OfTeam) =>
    api.post(`${item}teams/{team}/projects/`, { organization, team }, { project }),
  );
export const useRemoveTeamProject = (organization: string) =>
  useChange(organization, ({ team, project }: OfTeam) =>
    api.delete(`${item}teams/{team}/projects/{project}/`, { organization, team, project }),
  );

export const revokeShare = (project: string, share: number) =>
  api.post("/api/v3/projects/{project}/sharing/{share}/revoke/", { project, share });
