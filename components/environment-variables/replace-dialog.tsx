"use client";

import { Form, FormEnd } from "#components/form/form.tsx";
import { useForm } from "#components/form/form-state.ts";
import { Dialog, DialogClose } from "#components/shell/dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { say } from "#components/ui/toast.ts";
import { useUpdateVariable, type Variable } from "./api.ts";
import { ValueField } from "./value-field.tsx";

/** Asks for the value that is to take the place of a variable's. */
export default function ReplaceDialog({
  project,
  variable: { pk, name },
  onSaved,
  onClose,
}: {
  project: string;
  variable: Variable;
  onSaved: () => void;
  onClose: () => void;
}) {
  const update = useUpdateVariable(project);
  const form = useForm({
    read: (data) => ({ variable: pk, value: String(data.get("value") ?? "") }),
    submit: update.mutateAsync,
    done: () => {
      void say(`Value of ${name} replaced`);
      onSaved();
      onClose();
    },
  });
  return (
    <Dialog title={`Replace the value of ${name}`} width="medium" onClose={onClose}>
      <Form form={form} label={`Replace the value of ${name}`}>
        <ValueField label="New value" />
        <FormEnd submit="Save value">
          <DialogClose asChild>
            <Button look="ghost">Cancel</Button>
          </DialogClose>
        </FormEnd>
      </Form>
    </Dialog>
  );
}
