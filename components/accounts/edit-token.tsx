"use client";

import { useState } from "react";
import type { Schema } from "#components/api-operations.ts";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Dialog } from "#components/shell/dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { say } from "#components/ui/toast.ts";
import { useUpdateToken } from "./api.ts";
import { scopeIn, TokenRights } from "./token-rights.tsx";

/** Changes what a token is called and may do; its text stays. */
export default function EditToken({ token, onClose }: { token: Schema<"ApiToken">; onClose: () => void }) {
  const update = useUpdateToken(token.id);
  const [projects, setProjects] = useState<readonly string[] | null>(token.projects);
  const form = useForm({
    read: (data) => ({
      name: textOf(data, "name"),
      scope: scopeIn(data),
      projects: projects && [...projects],
    }),
    submit: update.mutateAsync,
    done: ({ name }) => {
      void say(`Token “${name}” saved`);
      onClose();
    },
  });
  return (
    <Dialog
      title={`Edit the token “${token.name}”`}
      description="Its text stays the same. What it may not do any more is refused from the next request on."
      onClose={onClose}
    >
      <Form form={form} label="Edit token">
        <TextField
          name="name"
          label="Name"
          defaultValue={token.name}
          maxLength={100}
          autoComplete="off"
          required
        />
        <TokenRights scope={token.scope} projects={projects} onProjects={setProjects} />
        <FormEnd submit="Save token">
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
        </FormEnd>
      </Form>
    </Dialog>
  );
}
