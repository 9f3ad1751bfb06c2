"use client";

import { useState } from "react";
import { CheckField, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { AddSeveral } from "./add-several.tsx";
import { useCreateVariable, type Variable } from "./api.ts";
import { isEnvText } from "./env-text.ts";
import { ValueField } from "./value-field.tsx";
import { ReplaceButton } from "./variable-actions.tsx";

const readVariable = (data: FormData) => ({
  name: textOf(data, "name"),
  value: String(data.get("value") ?? ""),
  public: data.has("public"),
});

/** Adds a variable, or all of a pasted `.env` text. */
export function AddVariable({
  project,
  known,
  onChanged,
}: {
  project: string;
  known: readonly Variable[];
  onChanged: () => void;
}) {
  const [several, setSeveral] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  return (
    <Card
      title={several === null ? "Add a variable" : "Add several variables"}
      actions={
        <Button small onClick={() => setSeveral(several === null ? "" : null)}>
          {several === null ? "Add several" : "Add one"}
        </Button>
      }
    >
      {several === null ? (
        <AddOne
          key={round}
          project={project}
          known={known}
          onPasted={setSeveral}
          onAdded={() => {
            setRound(round + 1);
            onChanged();
          }}
        />
      ) : (
        <AddSeveral
          project={project}
          known={known}
          start={several}
          onChanged={onChanged}
          onDone={() => setSeveral(null)}
        />
      )}
    </Card>
  );
}

function AddOne({
  project,
  known,
  onPasted,
  onAdded,
}: {
  project: string;
  known: readonly Variable[];
  onPasted: (text: string) => void;
  onAdded: () => void;
}) {
  const create = useCreateVariable(project);
  const [name, setName] = useState("");
  const twin = known.find((one) => one.name === name.trim());
  const form = useForm({
    read: readVariable,
    submit: create.mutateAsync,
    done: (added) => {
      void say(`Variable ${added.name} added`);
      onAdded();
    },
  });
  return (
    <Form form={form} label="Add a variable">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="name"
          label="Name"
          mono
          dir="ltr"
          maxLength={128}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Letters, digits and underscores. A whole .env file can be pasted here."
          onChange={(event) => setName(event.target.value)}
          onPaste={(event) => {
            const text = event.clipboardData.getData("text");
            if (!isEnvText(text)) return;
            event.preventDefault();
            onPasted(text);
          }}
        />
        <ValueField label="Value" />
      </div>
      {twin && (
        <Callout
          tone="warning"
          actions={<ReplaceButton project={project} variable={twin} onChanged={onAdded} />}
        >
          There is already a variable named {twin.name}.
        </Callout>
      )}
      <CheckField
        name="public"
        label="Public"
        hint="Also for builds of pull requests, whose code you may not control. Not for secrets."
      />
      <FormEnd submit="Add variable" />
    </Form>
  );
}
