"use client";

import { useQuery } from "@tanstack/react-query";
import { AtSign, CircleAlert, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ApiError, errorMessage, isApiError } from "#components/api-client.ts";
import { CheckField, TextAreaField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { type Invitee, inviteesIn } from "./invitees.ts";
import { type Team, teamsResource, useAddOwner, useAddToTeam, useInvite } from "./members-api.ts";
import { TeamChoice } from "./team-choice.tsx";

const looks = {
  email: { tone: "info", icon: AtSign, word: "is sent an invitation" },
  username: { tone: "success", icon: UserRound, word: "is added by name" },
  invalid: { tone: "danger", icon: CircleAlert, word: "is no e-mail address and no username" },
} as const;

const Invitees = ({ invitees }: { invitees: readonly Invitee[] }) => (
  <ul className="flex flex-wrap gap-1.5" aria-label="People named">
    {invitees.map(({ text, kind }) => (
      <li key={text} className="max-w-full">
        <Chip tone={looks[kind].tone} icon={looks[kind].icon}>
          <span className="max-w-64 truncate">{text}</span>
          <span className="sr-only"> {looks[kind].word}</span>
        </Chip>
      </li>
    ))}
  </ul>
);

type Wanted = { invitees: readonly Invitee[]; teams: string[]; owner: boolean; message: string };

/** What the API said of one person, whatever field it was about. */
const reasonOf = (error: unknown): string =>
  isApiError(error) && Object.keys(error.fields).length > 0
    ? Object.values(error.fields).flat().join(" ")
    : errorMessage(error);

/** The team most people are invited to: the only one that just reads, where there is one. */
function leastAccess(teams: readonly Team[]): readonly string[] {
  const readers = teams.filter(({ access }) => access === "readonly");
  return readers.length === 1 ? readers.map(({ slug }) => slug) : [];
}

/** Says what pressing does: without a mail server nothing is sent. */
function submitText(count: number, mails: boolean): string {
  const verb = mails ? "Send" : "Create";
  return count > 1 ? `${verb} ${count} invitations` : `${verb} invitation`;
}

/** Invites several people at once. Whoever could not be stays in the box, with the reason. */
export function InviteForm({ organization, mails }: { organization: string; mails: boolean }) {
  const router = useRouter();
  const { data: teams } = useQuery(teamsResource(organization));
  const invite = useInvite(organization);
  const addToTeam = useAddToTeam(organization);
  const addOwner = useAddOwner(organization);
  const [text, setText] = useState("");
  const invitees = inviteesIn(text);

  const bring = async (one: Invitee, wanted: Wanted): Promise<void> => {
    const { teams: chosen, owner, message } = wanted;
    if (one.kind === "email") {
      await invite.mutateAsync({ email: one.text, teams: chosen, as_owner: owner, message });
      return;
    }
    for (const team of chosen) await addToTeam.mutateAsync({ team, username: one.text });
    if (owner) await addOwner.mutateAsync({ username: one.text });
  };
  const form = useForm({
    read: (data): Wanted => ({
      invitees,
      teams: data.getAll("teams").filter((slug) => typeof slug === "string"),
      owner: data.has("as_owner"),
      message: textOf(data, "message"),
    }),
    submit: async (wanted) => {
      const wrong = wanted.invitees.filter(({ kind }) => kind === "invalid");
      if (wanted.invitees.length === 0 || wrong.length > 0) {
        const why =
          wrong.length > 0
            ? `Neither an e-mail address nor a username: ${wrong.map((one) => one.text).join(", ")}`
            : "Enter at least one e-mail address or username.";
        throw new ApiError(400, "Nobody was invited.", { people: [why] }, null);
      }
      if (wanted.teams.length === 0 && !wanted.owner)
        throw new ApiError(400, "Nobody was invited.", { teams: ["Choose at least one team."] }, null);
      const refused: { text: string; why: string }[] = [];
      for (const one of wanted.invitees)
        await bring(one, wanted).catch((error: unknown) =>
          refused.push({ text: one.text, why: reasonOf(error) }),
        );
      const done = wanted.invitees.length - refused.length;
      setText(refused.map((one) => one.text).join("\n"));
      if (done > 0) await say(done === 1 ? "1 person invited" : `${done} people invited`);
      if (refused.length > 0)
        throw new ApiError(
          400,
          done > 0 ? "Some could not be invited." : "Nobody was invited.",
          { people: refused.map((one) => `${one.text}: ${one.why}`) },
          null,
        );
    },
    done: () => {
      router.push(paths.organizationMembers(organization));
      document.querySelector<HTMLElement>("h1")?.focus();
    },
  });
  const count = invitees.length;
  return (
    <Card
      title="Invite people"
      description={
        mails ? "Each is sent a link that works for 15 days." : "Each needs a link, which works for 15 days."
      }
    >
      <Form form={form} label="Invite people">
        <TextAreaField
          name="people"
          label="E-mail addresses, or usernames of members"
          hint="Separated by commas, spaces or lines."
          rows={2}
          // The page was opened to type here.
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {count > 0 && <Invitees invitees={invitees} />}
        <TeamChoice teams={teams?.results ?? []} chosen={leastAccess(teams?.results ?? [])} />
        <CheckField
          name="as_owner"
          label="Make them owners"
          hint="Owners manage the organization, its people and all its projects."
        />
        <TextAreaField name="message" label="Message" optional rows={2} maxLength={1000} />
        {!mails && (
          <p className="text-meta text-muted">
            This server sends no mail. Get each person's link from the list of pending invitations, and send
            it yourself.
          </p>
        )}
        <FormEnd submit={submitText(count, mails)}>
          <ButtonLink look="ghost" href={paths.organizationMembers(organization)}>
            Cancel
          </ButtonLink>
        </FormEnd>
      </Form>
    </Card>
  );
}
