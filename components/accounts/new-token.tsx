"use client";

import { lazy, Suspense, useState } from "react";
import type { Schema } from "#components/api-operations.ts";
import { RadioCards, SelectField, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Card } from "#components/ui/card.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { apiPaths } from "#lib/paths.ts";
import { useCreateToken } from "./api.ts";

const Receipt = lazy(() => import("#components/shell/receipt.tsx"));

const lives = [
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
  { value: "", label: "Never" },
];

/** The last day of a life that starts today, in UTC. */
function lastDay(days: string): string | null {
  if (days === "") return null;
  return new Date(Date.now() + Number(days) * 86_400_000).toISOString().slice(0, 10);
}

/** Makes a token and shows it the one time it can be shown. */
export function NewToken({ apiOrigin }: { apiOrigin: string }) {
  const create = useCreateToken();
  const [made, setMade] = useState<Schema<"NewApiToken"> | null>(null);
  const form = useForm({
    read: (data) => ({
      name: textOf(data, "name"),
      scope: textOf(data, "scope") === "read" ? ("read" as const) : ("write" as const),
      expires: lastDay(textOf(data, "expires")),
    }),
    submit: create.mutateAsync,
    done: (token) => {
      setMade(token);
      form.ref.current?.reset();
    },
  });
  return (
    <Card title="New token">
      <div className="max-w-[640px]">
        <Form form={form} label="New token">
          <TextField
            name="name"
            label="Name"
            hint="Where it will be used, for example “CI of acme-docs”."
            maxLength={100}
            autoComplete="off"
            required
          />
          <RadioCards
            name="scope"
            label="It can"
            defaultValue="write"
            options={[
              {
                value: "write",
                label: "Read and write",
                hint: "Everything you can do, except changing how you sign in.",
              },
              { value: "read", label: "Read only", hint: "See what you can see, change nothing." },
            ]}
          />
          <SelectField name="expires" label="It ends" options={lives} defaultValue="90" />
          <FormEnd submit="Create token" />
        </Form>
      </div>
      {made && (
        <Suspense fallback={null}>
          <Receipt
            title={`Token “${made.name}”`}
            description="Copy it now. It is stored only as a hash and cannot be shown again."
            secretLabel="Token"
            secret={made.token}
            onClose={() => setMade(null)}
          >
            <div>
              <p className="mb-1 font-medium">Try it</p>
              <CopyField
                label="Command"
                value={`curl -H "Authorization: Token ${made.token}" ${apiOrigin}${apiPaths.projects()}`}
              />
            </div>
          </Receipt>
        </Suspense>
      )}
    </Card>
  );
}
