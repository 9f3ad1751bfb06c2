"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { lastChangeOf } from "#components/audit/last-change.ts";
import { Form, FormEnd } from "#components/form/form.tsx";
import { type FormHandle, useForm } from "#components/form/form-state.ts";
import { useGuardedForm } from "#components/form/guarded-form.ts";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import {
  fetchRedirect,
  type Redirect,
  type RedirectRef,
  redirectResource,
  useCreateRedirect,
  useSaveRedirect,
} from "./api.ts";
import { RedirectFields, type Start } from "./redirect-fields.tsx";
import { readRedirect, sharedFields } from "./redirect-values.ts";
import { nameOf } from "./redirect-words.ts";
import { TryCard } from "./try-card.tsx";

/** Adds a redirect. */
export function NewRedirect({ project, start }: { project: string; start: Start }) {
  const create = useCreateRedirect(project);
  const done = useDone(project);
  const form = useForm({ read: readRedirect, submit: create.mutateAsync, done });
  return <FormScreen title="Add redirect" submit="Add redirect" {...{ project, start, form }} />;
}

/** Changes a redirect. */
export function EditRedirect({ at }: { at: RedirectRef }) {
  const { data: redirect } = useQuery(redirectResource(at));
  return redirect ? <EditForm at={at} redirect={redirect} /> : null;
}

function EditForm({ at, redirect }: { at: RedirectRef; redirect: Redirect }) {
  const save = useSaveRedirect(at);
  const done = useDone(at.project);
  const form = useGuardedForm({
    row: redirect,
    fetch: () => fetchRedirect(at),
    fields: sharedFields,
    read: readRedirect,
    submit: (input, tag) => save.mutateAsync({ input, tag }),
    lastChange: lastChangeOf({ project: at.project }, { kind: "redirect", id: at.redirect }),
    done,
  });
  return (
    <FormScreen
      title="Edit redirect"
      submit="Save redirect"
      project={at.project}
      start={redirect}
      form={form}
    />
  );
}

function useDone(project: string): (saved: Redirect) => void {
  const router = useRouter();
  return (saved) => {
    void say(`Redirect ${nameOf(saved)} saved as number ${saved.position + 1}`);
    router.push(paths.redirects(project));
  };
}

function FormScreen({
  title,
  submit,
  project,
  start,
  form,
}: {
  title: string;
  submit: string;
  project: string;
  start: Start;
  form: FormHandle;
}) {
  return (
    <Screen title={title} width="form" description="It counts from the next click of every reader.">
      <Card>
        <Form form={form} label={title}>
          <RedirectFields project={project} start={start} />
          <FormEnd submit={submit}>
            <ButtonLink look="ghost" href={paths.redirects(project)}>
              Cancel
            </ButtonLink>
          </FormEnd>
        </Form>
      </Card>
      <TryCard project={project} form={form.ref} {...(start.pk !== undefined && { pk: start.pk })} />
    </Screen>
  );
}
