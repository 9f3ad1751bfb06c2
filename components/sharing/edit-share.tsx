"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import type { Schema } from "#components/api-operations.ts";
import { lastChangeOf } from "#components/audit/last-change.ts";
import { Form, FormEnd } from "#components/form/form.tsx";
import { type SharedField, useGuardedForm } from "#components/form/guarded-form.ts";
import { projectResource } from "#components/projects/api.ts";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import {
  fetchShare,
  type SavedShare,
  type Share,
  type ShareRef,
  shareableVersions,
  shareResource,
  useUpdateShare,
} from "./api.ts";
import { Sentence } from "./sentence.tsx";
import { ShareFields } from "./share-fields.tsx";
import { ShareReceipt } from "./share-receipt.tsx";
import { type Allowed, changesOf, valuesOf } from "./share-values.ts";
import { dayText, linesOf } from "./share-words.ts";

type Props = { at: ShareRef; today: string; allowed: Allowed };

/** Changes a share. Another password is shown once, as with a new share. */
export function EditShare(props: Props) {
  const { data: project } = useQuery(projectResource(props.at.project));
  const { data: share } = useQuery(shareResource(props.at));
  const { data: versions } = useQuery(shareableVersions(props.at.project));
  const [saved, setSaved] = useState<SavedShare | null>(null);
  if (!project || !share || !versions) return null;
  if (saved) {
    return (
      <ShareReceipt
        title="Share saved"
        project={project}
        share={saved}
        copied={false}
        note={<EndedSessions count={saved.sessions_ended} />}
      />
    );
  }
  return (
    <Screen
      title="Edit share"
      width="form"
      description="Changes count from the next click of every recipient."
    >
      <EditForm
        {...props}
        project={project}
        share={share}
        versions={versions.results}
        onPassword={setSaved}
      />
    </Screen>
  );
}

/** What a change of secrets did to the people who are reading. */
export function EndedSessions({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Callout>
      {count === 1 ? "1 person who was reading has" : `${count} people who were reading have`} to use the new
      secret.
    </Callout>
  );
}

/** What other people may change while somebody edits. */
const sharedFields: readonly SharedField<Share>[] = [
  { name: "description", label: "Description", of: ({ description }) => description },
  { name: "expires", label: "Expiration date", of: ({ expires }) => expires, say: dayText },
  {
    name: "allow_all",
    label: "Versions",
    of: ({ allow_all }) => (allow_all ? "on" : ""),
    say: (value) => (value === "on" ? "All versions" : "Chosen versions"),
  },
  { name: "versions", label: "Chosen versions", of: ({ versions }) => versions.join(", ") },
  {
    name: "version_patterns",
    label: "Versions by name",
    of: ({ version_patterns }) => version_patterns.join("\n"),
  },
  { name: "path_prefixes", label: "Paths", of: ({ path_prefixes }) => path_prefixes.join("\n") },
  { name: "landing_path", label: "Open at page", of: ({ landing_path }) => landing_path ?? "" },
];

function EditForm({
  at,
  today,
  allowed,
  project,
  share,
  versions,
  onPassword,
}: Props & {
  project: Schema<"Project">;
  share: Share;
  versions: readonly Schema<"Version">[];
  onPassword: (saved: SavedShare) => void;
}) {
  const router = useRouter();
  const update = useUpdateShare(at);
  const sentence = useId();
  const [values, setValues] = useState(() => valuesOf(share));
  const form = useGuardedForm({
    row: share,
    fetch: () => fetchShare(at),
    fields: sharedFields,
    read: () => changesOf(values),
    submit: (changes, tag) => update.mutateAsync({ ...changes, tag }),
    lastChange: lastChangeOf({ project: at.project }, { kind: "share", id: at.share }),
    done: (saved) => {
      if ("url" in saved && saved.password !== null) return onPassword(saved);
      void say(`“${saved.description}” saved`);
      router.push(paths.share(at.project, at.share));
    },
  });
  return (
    <Card>
      <Form form={form} label="Edit share">
        <ShareFields
          values={values}
          change={(changes) => setValues({ ...values, ...changes })}
          today={today}
          allowed={allowed}
          versions={versions}
          editing
        />
        <p id={sentence} className="rounded-control bg-subtle px-3 py-2.5">
          <Sentence
            parts={{
              ...values,
              project: project.name,
              patterns: linesOf(values.patterns),
              pathPrefixes: linesOf(values.pathPrefixes),
            }}
          />
        </p>
        <FormEnd submit="Save share" describedBy={sentence}>
          <ButtonLink look="ghost" href={paths.share(at.project, at.share)}>
            Cancel
          </ButtonLink>
        </FormEnd>
      </Form>
    </Card>
  );
}
