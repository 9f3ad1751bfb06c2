"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CheckField, FieldGroup, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { shareTypes } from "#lib/sharing/schema.ts";
import { policyResource, useSavePolicy } from "./policy-api.ts";
import { typeNames } from "./share-words.ts";

/** A number, or as it was typed for the API to refuse. */
const numberOf = (data: FormData, name: string): number => Number(textOf(data, name) || "0");

/** What an organization lets its projects share. Shares that break it stay until somebody shortens them here. */
export function PolicyForm({ organization }: { organization: string }) {
  const { data: policy } = useQuery(policyResource(organization));
  const save = useSavePolicy(organization);
  const [ending, setEnding] = useState(false);
  const form = useForm({
    read: (data) => ({
      allowed_types: shareTypes.filter((type) => data.getAll("allowed_types").includes(type)),
      most_days: textOf(data, "most_days") === "" ? null : numberOf(data, "most_days"),
      usual_days: numberOf(data, "usual_days"),
      all_versions_allowed: data.has("all_versions_allowed"),
      links_readable: data.has("links_readable"),
      remind_days: numberOf(data, "remind_days"),
      ends_with_creator: data.has("ends_with_creator"),
      shorten_shares: data.has("shorten_shares"),
    }),
    submit: save.mutateAsync,
    done: () => say("Share policy saved"),
  });
  if (!policy) return null;
  return (
    <Card>
      <Form form={form} label="Share policy">
        <FieldGroup name="types" label="Allowed access types">
          <div className="space-y-1">
            {shareTypes.map((type) => (
              <CheckField
                key={type}
                name="allowed_types"
                value={type}
                label={typeNames[type]}
                defaultChecked={policy.allowed_types.includes(type)}
              />
            ))}
          </div>
        </FieldGroup>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            name="most_days"
            label="Longest, in days"
            optional
            type="number"
            min={1}
            defaultValue={policy.most_days ?? ""}
            hint="Empty for no limit."
          />
          <TextField
            name="usual_days"
            label="Usual, in days"
            type="number"
            min={1}
            defaultValue={policy.usual_days}
          />
          <TextField
            name="remind_days"
            label="Remind before, in days"
            type="number"
            min={0}
            defaultValue={policy.remind_days}
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
