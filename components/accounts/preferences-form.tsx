"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { CheckField, RadioCards, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { setTheme } from "#components/shell/theme.ts";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { densities, themes, timeStyles } from "#lib/accounts/preferences/schema.ts";
import { preferencesResource, useUpdatePreferences } from "./api.ts";

const chosenOf = <T extends string>(data: FormData, name: string, of: readonly T[], usual: T): T =>
  of.find((one) => one === textOf(data, name)) ?? usual;

/** How the dashboard looks and behaves for this person, on every device; the theme may differ in a browser. */
export function PreferencesForm({ zones }: { zones: readonly string[] }) {
  const { data: wanted } = useQuery(preferencesResource());
  const update = useUpdatePreferences();
  const router = useRouter();
  const form = useForm({
    read: (data) => ({
      theme: chosenOf(data, "theme", themes, "system"),
      density: chosenOf(data, "density", densities, "regular"),
      times: chosenOf(data, "times", timeStyles, "relative"),
      time_zone: textOf(data, "time_zone") || null,
      single_keys: data.has("single_keys"),
      reduce_motion: data.has("reduce_motion"),
    }),
    submit: update.mutateAsync,
    done: ({ theme }) => {
      setTheme(theme);
      router.refresh();
      void say("Preferences saved");
    },
  });
  if (!wanted) return null;
  return (
    <Card>
      <Form form={form} label="Preferences">
        <RadioCards
          name="theme"
          label="Theme"
          defaultValue={wanted.theme}
          options={[
            { value: "system", label: "System", hint: "As this device is set." },
            { value: "light", label: "Light", hint: "Always." },
            { value: "dark", label: "Dark", hint: "Always." },
          ]}
        />
        <RadioCards
          name="density"
          label="Lists"
          defaultValue={wanted.density}
          options={[
            { value: "compact", label: "Compact", hint: "More rows at a glance." },
            { value: "regular", label: "Regular", hint: "Between the two." },
            { value: "comfortable", label: "Comfortable", hint: "More room around each row." },
          ]}
        />
        <RadioCards
          name="times"
          label="Times"
          defaultValue={wanted.times}
          options={[
            { value: "relative", label: "Relative", hint: "“3 min ago”, after a week the date." },
            { value: "absolute", label: "Absolute", hint: "“21 Nov 2026, 05:10:00 UTC” everywhere." },
          ]}
        />
        <TextField
          name="time_zone"
          label="Time zone"
          optional
          list="time-zones"
          autoComplete="off"
          spellCheck={false}
          hint="Times here and in mail to you, for example Europe/Berlin. Empty for UTC."
          defaultValue={wanted.time_zone ?? ""}
        />
        <datalist id="time-zones">
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <CheckField
          name="single_keys"
          label="Single-key shortcuts"
          hint="Such as / for the filter. Switch them off if you use speech input or press keys by mistake."
          defaultChecked={wanted.single_keys}
        />
        <CheckField
          name="reduce_motion"
          label="Reduce motion"
          hint="Nothing moves or fades, whatever this device is set to."
          defaultChecked={wanted.reduce_motion}
        />
        <FormEnd submit="Save preferences" />
      </Form>
    </Card>
  );
}
