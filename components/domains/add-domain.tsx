"use client";

import { useRouter } from "next/navigation";
import { CheckField, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Card } from "#components/ui/card.tsx";
import { paths } from "#lib/paths.ts";
import { useCreateDomain } from "./api.ts";

/** Claims a domain and goes on to the records it needs. `canonical` is the host that has the mark now. */
export function AddDomain({ project, canonical }: { project: string; canonical: string | null }) {
  const router = useRouter();
  const create = useCreateDomain(project);
  const form = useForm({
    read: (data) => {
      const marked = data.has("canonical");
      return { domain: textOf(data, "domain"), canonical: marked, move_canonical: marked };
    },
    submit: create.mutateAsync,
    done: ({ id }) => router.push(paths.domain(project, id)),
  });
  return (
    <Card title="Add a domain">
      <Form form={form} label="Add a domain">
        <TextField
          name="domain"
          label="Domain"
          mono
          maxLength={255}
          placeholder="docs.example.com"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="One that you own. The next page names the DNS record it needs."
        />
        <CheckField
          name="canonical"
          label="Make it the canonical domain"
          defaultChecked={canonical === null}
          hint={
            canonical === null ? (
              "Once it is verified, all other addresses of the project redirect to it."
            ) : (
              <>
                Now it is <span className="break-all">{canonical}</span>; the mark moves here. There is one
                per project, and all other addresses redirect to it.
              </>
            )
          }
        />
        <FormEnd submit="Add domain" />
      </Form>
    </Card>
  );
}
