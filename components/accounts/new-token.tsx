"use client";

import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Schema } from "#components/api-operations.ts";
import { SelectField, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { patiently } from "#components/ui/patiently.ts";
import { useCreateToken } from "./api.ts";
import { scopeIn, TokenRights } from "./token-rights.tsx";

const TokenReceipt = lazy(patiently(() => import("./token-receipt.tsx")));

const formName = "New token";

/** Leads from the head of the page to the form below the list. */
export function NewTokenButton() {
  const go = (): void =>
    document.querySelector<HTMLElement>(`form[aria-label="${formName}"] [name="name"]`)?.focus();
  return (
    <Button look="primary" icon={Plus} data-shortcut="c" onClick={go}>
      New token
    </Button>
  );
}

const lives = [
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
  { value: "date", label: "On a date" },
  { value: "", label: "Never" },
];

/** The last day of a life that starts today, in UTC. */
function lastDay(days: string): string | null {
  if (days === "") return null;
  return new Date(Date.now() + Number(days) * 86_400_000).toISOString().slice(0, 10);
}

/** Makes a token and shows it the one time it can be shown. */
export function NewToken() {
  const create = useCreateToken();
  const [made, setMade] = useState<Schema<"NewApiToken"> | null>(null);
  const [projects, setProjects] = useState<readonly string[] | null>(null);
  const [expires, setExpires] = useState("90");
  const form = useForm({
    read: (data) => ({
      name: textOf(data, "name"),
      scope: scopeIn(data),
      expires: expires === "date" ? textOf(data, "expires") : lastDay(expires),
      projects: projects && [...projects],
    }),
    submit: create.mutateAsync,
    done: (token) => {
      setMade(token);
      form.ref.current?.reset();
      setProjects(null);
      setExpires("90");
    },
  });
  return (
    <Card title="New token">
      <div className="max-w-[640px]">
        <Form form={form} label={formName}>
          <TextField
            name="name"
            label="Name"
            hint="Where it will be used, for example “CI of acme-docs”."
            maxLength={100}
            autoComplete="off"
            required
          />
          <TokenRights scope="write" projects={projects} onProjects={setProjects} />
          <SelectField
            name="life"
            label="It ends"
            options={lives}
            value={expires}
            onChange={(event) => setExpires(event.target.value)}
            hint={
              expires === ""
                ? "A token without an end works until somebody deletes it, also when it leaks."
                : undefined
            }
          />
          {expires === "date" && <TextField name="expires" label="Last day, in UTC" type="date" required />}
          <FormEnd submit="Create token" />
        </Form>
      </div>
      {made && (
        <Suspense fallback={null}>
          <TokenReceipt token={made} onClose={() => setMade(null)} />
        </Suspense>
      )}
    </Card>
  );
}
