"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RadioCards } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { projectResource } from "#components/projects/api.ts";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { paths } from "#lib/paths.ts";
import { type SavedShare, type ShareRef, shareResource, useRotateShare } from "./api.ts";
import { EndedSessions } from "./edit-share.tsx";
import { ShareReceipt } from "./share-receipt.tsx";

const overlaps = [
  { hours: 0, label: "Now", hint: "People who are reading need the new one with their next click." },
  { hours: 1, label: "In 1 hour", hint: "Time to change it in one place." },
  { hours: 24, label: "In 24 hours", hint: "Time to tell people." },
  { hours: 168, label: "In 7 days", hint: "Time to change it everywhere." },
] as const;

const parts = [
  { value: "password", label: "The password", hint: "The link stays the same." },
  { value: "link", label: "The link", hint: "The password stays the same." },
  { value: "both", label: "Both", hint: "Nothing of the old ones counts any more." },
] as const;

/** Gives a share another secret; the old one stops at once or goes on for a while. */
export function ReplaceSecret({ at }: { at: ShareRef }) {
  const { data: project } = useQuery(projectResource(at.project));
  const { data: share } = useQuery(shareResource(at));
  const [saved, setSaved] = useState<SavedShare | null>(null);
  const rotate = useRotateShare(at);
  const form = useForm({
    read: (data) => ({
      overlap_hours:
        overlaps.find(({ hours }) => String(hours) === textOf(data, "overlap_hours"))?.hours ?? 0,
      secret: parts.find(({ value }) => value === textOf(data, "secret"))?.value ?? "password",
    }),
    submit: rotate.mutateAsync,
    done: setSaved,
  });
  if (!project || !share) return null;
  if (saved) {
    return (
      <ShareReceipt
        title="Secret replaced"
        project={project}
        share={saved}
        copied={false}
        note={<EndedSessions count={saved.sessions_ended} />}
      />
    );
  }
  return (
    <Screen title={`Replace the secret of “${share.description}”`} width="form">
      <Card>
        <Form form={form} label="Replace secret">
          {share.access_type === "password" && (
            <RadioCards name="secret" label="Replace" defaultValue="password" options={parts} />
          )}
          <RadioCards
            name="overlap_hours"
            label="The old one stops"
            defaultValue="0"
            options={overlaps.map(({ hours, label, hint }) => ({ value: String(hours), label, hint }))}
          />
          <FormEnd submit="Replace secret">
            <ButtonLink look="ghost" href={paths.share(at.project, at.share)}>
              Keep secret
            </ButtonLink>
          </FormEnd>
        </Form>
      </Card>
    </Screen>
  );
}
