"use client";

import { useState } from "react";
import { ApiError } from "#components/api-client.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { TextField } from "./field.tsx";
import { Form, FormEnd } from "./form.tsx";
import { textOf, useForm } from "./form-state.ts";

/** Deletes something for good, once its name was typed (dashboard.md 4.5, level 3), and goes on to `then`; `keep` leads back. */
export function TypedDeletion({
  what,
  whose = "the",
  name,
  remove,
  then,
  keep,
}: {
  what: "account" | "organization" | "project";
  whose?: "the" | "your";
  /** What has to be typed. */
  name: string;
  remove: () => Promise<unknown>;
  then: string;
  keep: string;
}) {
  const [gone, setGone] = useState(false);
  const form = useForm({
    read: (data) => textOf(data, "name"),
    submit: async (typed) => {
      if (typed !== name)
        throw new ApiError(400, "Nothing was deleted.", { name: [`This is not “${name}”.`] }, null);
      await remove();
    },
    done: () => {
      setGone(true);
      location.assign(then);
    },
  });
  return (
    <Form form={form} label={`Delete ${what}`}>
      <TextField
        name="name"
        label={`Type “${name}” to delete ${whose} ${what}`}
        mono
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <FormEnd submit={gone ? "Deleted" : `Delete ${what}`} danger>
        <ButtonLink href={keep}>Keep {what}</ButtonLink>
      </FormEnd>
    </Form>
  );
}
