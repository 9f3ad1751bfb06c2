"use client";

import { useQuery } from "@tanstack/react-query";
import { RadioCards, TextAreaField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { signUpModes } from "#lib/instance/schema.ts";
import { operatorSettingsResource, useSaveOperatorSettings } from "./api.ts";

/** Who may make an account here. */
export function SignUpSettings({ business }: { business: boolean }) {
  const { data: settings } = useQuery(operatorSettingsResource());
  const save = useSaveOperatorSettings();
  const form = useForm({
    read: (data) => ({
      sign_up: signUpModes.find((mode) => mode === textOf(data, "sign_up")) ?? null,
      email_domains: textOf(data, "email_domains")
        .split(/[\s,]+/)
        .filter(Boolean),
    }),
    submit: save.mutateAsync,
    done: () => say("Sign-up settings saved"),
  });
  if (!settings) return null;
  const mode = settings.sign_up ?? settings.sign_up_default;
  // Organizations invite; without them only an operator who has chosen this before sees it.
  const invites = business || mode === "invited";
  return (
    <Card>
      <Form form={form} label="Sign-up">
        <RadioCards
          name="sign_up"
          label="Accounts are made by"
          defaultValue={mode}
          options={[
            { value: "open", label: "Anybody", hint: "Whoever reaches this server may sign up." },
            ...(invites
              ? [{ value: "invited", label: "Invitation", hint: "Only with the link of an invitation." }]
              : []),
            {
              value: "closed",
              label: "Operators",
              hint: "Nobody signs up; accounts are made with npm run admin.",
            },
          ]}
        />
        <TextAreaField
          name="email_domains"
          label="Only addresses of these domains"
          optional
          mono
          rows={3}
          hint={`One on each line, for example example.com. Empty for any.${invites ? " People who were invited may have any address." : ""}`}
          defaultValue={settings.email_domains.join("\n")}
        />
        <FormEnd submit="Save" />
      </Form>
    </Card>
  );
}
