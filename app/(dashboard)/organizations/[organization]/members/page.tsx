import { UserPlus } from "lucide-react";
import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireMember } from "#app/(dashboard)/_kit/require-organization.ts";
import { flagIn, offsetIn, type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readInvitations } from "#app/api/v3/organizations/[organization]/invitations/route.ts";
import { GET as readMembers } from "#app/api/v3/organizations/[organization]/members/route.ts";
import { GET as readTeams } from "#app/api/v3/organizations/[organization]/teams/route.ts";
import { InvitationList } from "#components/organizations/invitation-list.tsx";
import { InviteForm } from "#components/organizations/invite-form.tsx";
import { MemberList } from "#components/organizations/member-list.tsx";
import { MemberTeams } from "#components/organizations/member-teams.tsx";
import {
  invitationsResource,
  membersResource,
  teamsResource,
} from "#components/organizations/members-api.ts";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

type Props = { params: Promise<{ organization: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Members · ${(await params).organization}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { organization } = await params;
  const here = paths.organizationMembers(organization);
  const { owner, oneOwner } = await requireMember(organization, here);
  const { username } = await requireViewer(here);
  const search = await searchParams;
  const offset = offsetIn(search);
  const inviting = owner && flagIn(search, "invite") === true;
  const teamsOf = owner ? textIn(search, "teams_of") : undefined;
  const mails = env.SMTP_URL !== undefined;
  const preload = new Preload();
  await preload.get(membersResource(organization, offset), readMembers);
  if (owner) await preload.get(invitationsResource(organization), readInvitations);
  if (inviting || teamsOf) await preload.get(teamsResource(organization), readTeams);
  return preload.around(
    <Screen
      title="Members"
      description="Everybody who owns the organization or is in one of its teams."
      actions={
        owner &&
        !inviting && (
          <ButtonLink look="primary" icon={UserPlus} href={`${here}?invite=true`}>
            Invite
          </ButtonLink>
        )
      }
    >
      {(inviting || teamsOf) && (
        <div className="max-w-[640px] space-y-5">
          {inviting && <InviteForm organization={organization} mails={mails} />}
          {teamsOf && <MemberTeams key={teamsOf} organization={organization} username={teamsOf} />}
        </div>
      )}
      {owner && <InvitationList organization={organization} mails={mails} />}
      <MemberList
        organization={organization}
        me={username}
        owner={owner}
        oneOwner={oneOwner}
        offset={offset}
      />
    </Screen>,
  );
}
