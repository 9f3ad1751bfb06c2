"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { slugOf } from "#lib/organizations/rules.ts";
import { paths } from "#lib/paths.ts";
import { useCreateOrganization } from "./api.ts";

/** Creates an organization with its two first teams; whoever creates it owns it. */
export function CreateOrganization() {
  const router = useRouter();
  const create = useCreateOrganization();
  const [name, setName] = useState("");
  const form = useForm({
    read: (data) => ({
      name: textOf(data, "name"),
      ...(textOf(data, "slug") !== "" && { slug: textOf(data, "slug") }),
      email: textOf(data, "email"),
    }),
    submit: create.mutateAsync,
    done: (organization) => {
      void say(`Organization “${organization.name}” created`);
      router.push(paths.organization(organization.slug));
    },
  });
  return (
    <Card>
      <Form form={form} label="New organization">
        <TextField
          name="name"
          label="Name"
          maxLength={32}
          autoComplete="organization"
          onChange={(event) => setName(event.target.value)}
          required
        />
        <TextField
          name="slug"
          label="Slug"
          mono
          optional
          maxLength={63}
          placeholder={slugOf(name)}
          hint="Stands in addresses; made from the name unless you write one. It cannot be changed later."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField name="email" label="Contact e-mail" optional type="email" autoComplete="email" />
        <p className="text-meta text-muted">
          It starts with two teams: <em>Admins</em>, who change its projects, and <em>Read Only</em>.
        </p>
        <FormEnd submit="Create organization">
          <ButtonLink look="ghost" href={paths.organizations()}>
            Cancel
          </ButtonLink>
        </FormEnd>
      </Form>
    </Card>
  );
}
