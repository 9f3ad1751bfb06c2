"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, type FieldMessages, valuesWrong } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { lastChangeOf } from "#components/audit/last-change.ts";
import { CheckField, FieldGroup, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf } from "#components/form/form-state.ts";
import { type SharedField, useGuardedForm } from "#components/form/guarded-form.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { type ShareType, shareTypes } from "#lib/sharing/schema.ts";
import { fetchPolicy, policyResource, useSavePolicy } from "./policy-api.ts";
import { typeNames } from "./share-words.ts";

/** A number, or as it was typed for the API to refuse. */
const numberOf = (data: FormData, name: string): number => Number(textOf(data, name) || "0");

type Policy = Schema<"SharePolicy">;

/** The box of a type; each has a name of its own, so that each is compared by itself. */
const boxOf = (type: ShareType): string => `type_${type}`;

const box = (name: string, label: string, isTicked: (policy: Policy) => boolean): SharedField<Policy> => ({
  name,
  label,
  of: (policy) => (isTicked(policy) ? "on" : ""),
  say: (value) => (value === "on" ? "Yes" : "No"),
});

const labels = {
  most_days: "Longest, in days",
  usual_days: "Usual, in days",
  remind_days: "Reminder, days before",
};

/** What other owners may change meanwhile. */
const sharedFields: readonly SharedField<Policy>[] = [
  ...shareTypes.map((type) =>
    box(boxOf(type), typeNames[type], ({ allowed_types }) => allowed_types.includes(type)),
  ),
  { name: "most_days", label: labels.most_days, of: ({ most_days }) => String(most_days ?? "") },
  { name: "usual_days", label: labels.usual_days, of: ({ usual_days }) => String(usual_days) },
  { name: "remind_days", label: labels.remind_days, of: ({ remind_days }) => String(remind_days) },
  box("all_versions_allowed", "Shares may cover all versions", (policy) => policy.all_versions_allowed),
  box("links_readable", "Project admins can copy a link again", (policy) => policy.links_readable),
  box("ends_with_creator", "Shares end with their creator", (policy) => policy.ends_with_creator),
];

/** What the API would take, and nobody means. */
function problemsOf(changes: {
  allowed_types: readonly ShareType[];
  most_days: number | null;
  usual_days: number;
}): FieldMessages {
  const { allowed_types: types, most_days: most, usual_days: usual } = changes;
  return {
    ...(types.length === 0 && { allowed_types: ["Choose at least one access type."] }),
    ...(most !== null && usual > most && { usual_days: [`Choose at most ${most}, the longest allowed.`] }),
  };
}

/** What an organization lets its projects share. Shares that break it stay until somebody shortens them here. */
export function PolicyForm({ organization }: { organization: string }) {
  const { data: policy } = useQuery(policyResource(organization));
  return policy ? <LoadedForm organization={organization} policy={policy} /> : null;
}

function LoadedForm({ organization, policy }: { organization: string; policy: Policy }) {
  const save = useSavePolicy(organization);
  const [ending, setEnding] = useState(false);
  const form = useGuardedForm({
    row: policy,
    fetch: () => fetchPolicy(organization),
    fields: sharedFields,
    read: (data) => ({
      allowed_types: shareTypes.filter((type) => data.has(boxOf(type))),
      most_days: textOf(data, "most_days") === "" ? null : numberOf(data, "most_days"),
      usual_days: numberOf(data, "usual_days"),
      all_versions_allowed: data.has("all_versions_allowed"),
      links_readable: data.has("links_readable"),
      remind_days: numberOf(data, "remind_days"),
      ends_with_creator: data.has("ends_with_creator"),
      shorten_shares: data.has("shorten_shares"),
    }),
    submit: async (changes, tag) => {
      const problems = problemsOf(changes);
      if (Object.keys(problems).length > 0) throw new ApiError(400, valuesWrong, problems, null);
      return save.mutateAsync({ ...changes, tag });
    },
    lastChange: lastChangeOf({ organization }, { action: "share_policy.update" }),
    done: () => say("Share policy saved"),
  });
  return (
    <Card>
      <Form form={form} label="Share policy">
        <FieldGroup name="allowed_types" label="Allowed access types">
          <div className="space-y-1">
            {shareTypes.map((type) => (
              <CheckField
                key={type}
                name={boxOf(type)}
                label={typeNames[type]}
                defaultChecked={policy.allowed_types.includes(type)}
              />
            ))}
          </div>
        </FieldGroup>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            name="most_days"
            label={labels.most_days}
            optional
            type="number"
            min={1}
            defaultValue={policy.most_days ?? ""}
            hint="Empty for no limit."
          />
          <TextField
            name="usual_days"
            label={labels.usual_days}
            type="number"
            min={1}
            defaultValue={policy.usual_days}
            hint="What a new share starts with."
          />
          <TextField
            name="remind_days"
            label={labels.remind_days}
            type="number"
            min={0}
            defaultValue={policy.remind_days}
            hint="To whoever made the share."
          />
        </div>
        <CheckField
          name="all_versions_allowed"
          label="Shares may cover all versions"
          hint="Otherwise versions are named, or described by a pattern."
          defaultChecked={policy.all_versions_allowed}
        />
        <CheckField
          name="links_readable"
          label="Project admins can copy a link again"
          hint="Otherwise a link is shown once, like passwords and tokens."
          defaultChecked={policy.links_readable}
        />
        <CheckField
          name="ends_with_creator"
          label="Shares end when whoever made them leaves the organization"
          defaultChecked={policy.ends_with_creator}
          onChange={(event) => setEnding(event.target.checked)}
        />
        {ending && !policy.ends_with_creator && (
          <Callout tone="warning">
            Recipients lose access the moment their contact leaves, also those of a share somebody else looks
            after by then.
          </Callout>
        )}
        {policy.breaking > 0 && (
          <Callout tone="warning">
            {policy.breaking === 1
              ? "1 live share does not fit this policy. It stays as it is."
              : `${policy.breaking} live shares do not fit this policy. They stay as they are.`}
          </Callout>
        )}
        <CheckField
          name="shorten_shares"
          label="Shorten live shares that last longer than allowed"
          hint="Done once, when you save."
        />
        <FormEnd submit="Save policy" />
      </Form>
    </Card>
  );
}
