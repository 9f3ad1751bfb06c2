"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { RadioCards, TextAreaField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { type Import, useImportRedirects } from "./api.ts";
import { ImportChanges } from "./import-changes.tsx";
import { importText } from "./import-words.ts";

const modes = [
  {
    value: "add",
    label: "Add to the list",
    hint: "Those with the same type and address are changed where they stand, new ones come last.",
  },
  {
    value: "replace",
    label: "Replace the list",
    hint: "The text becomes the whole list, in its order. What it does not name is deleted.",
  },
] as const;

const readImport = (data: FormData) => ({
  content: String(data.get("content") ?? ""),
  mode: textOf(data, "mode") === "replace" ? ("replace" as const) : ("add" as const),
});
type Wanted = ReturnType<typeof readImport>;

/** Imports a list in two steps: what it would change, then the change, of exactly what was shown. */
export function ImportRedirects({ project }: { project: string }) {
  const router = useRouter();
  const look = useImportRedirects(project);
  const [shown, setShown] = useState<{ wanted: Wanted; plan: Import } | null>(null);
  const heading = useRef<HTMLDivElement>(null);
  const form = useForm({
    read: readImport,
    submit: async (wanted) => ({ wanted, plan: await look.mutateAsync(wanted) }),
    done: (seen) => {
      setShown(seen);
      requestAnimationFrame(() => heading.current?.focus());
    },
  });
  const applied = (plan: Import): void => {
    void say(`Redirects imported: ${importText(plan.counts)}`);
    router.push(paths.redirects(project));
  };
  return (
    <Screen
      title="Import redirects"
      description="As a CSV table or one redirect a line. You see what changes before anything does."
    >
      <Card>
        <Form form={form} label="Import redirects">
          <ContentField onChange={() => setShown(null)} />
          <RadioCards
            name="mode"
            label="What becomes of the present list"
            options={modes}
            defaultValue="add"
            onChange={() => setShown(null)}
          />
          <FormEnd submit="Show changes">
            <ButtonLink look="ghost" href={paths.redirects(project)}>
              Cancel
            </ButtonLink>
          </FormEnd>
        </Form>
      </Card>
      {shown && (
        <div ref={heading} tabIndex={-1} className="rounded-card">
          <Preview project={project} {...shown} onApplied={applied} />
        </div>
      )}
    </Screen>
  );
}

function ContentField({ onChange }: { onChange: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const change = (next: string): void => {
    setText(next);
    onChange();
  };
  return (
    <div ref={place} className="space-y-2">
      <TextAreaField
        name="content"
        label="Redirects"
        mono
        rows={8}
        wrap="off"
        dir="ltr"
        spellCheck={false}
        value={text}
        onChange={(event) => change(event.target.value)}
        placeholder={"page /install /start\nexact /en/1/* /en/2/:splat 301"}
        hint={
          <>
            A line is a type (<code>page</code>, <code>exact</code>, <code>clean_url_to_html</code> or{" "}
            <code>html_to_clean_url</code>), both addresses, and 301 where it is permanent. CSV begins with
            the names of its columns, as an export does.
          </>
        }
      />
      <label className="link inline-block cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-accent">
        Choose a file
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="sr-only"
          onChange={async ({ target }) => {
            const [file] = target.files ?? [];
            if (file) change(await file.text());
            target.value = "";
          }}
        />
      </label>
    </div>
  );
}

function Preview({
  project,
  wanted,
  plan,
  onApplied,
}: {
  project: string;
  wanted: Wanted;
  plan: Import;
  onApplied: (plan: Import) => void;
}) {
  const apply = useImportRedirects(project);
  const form = useForm({
    read: () => ({ ...wanted, apply: true, revision: plan.revision }),
    submit: apply.mutateAsync,
    done: onApplied,
  });
  const nothing = plan.changes.length === 0;
  return (
    <Card title="What changes" description={importText(plan.counts)} flush>
      {!nothing && <ImportChanges changes={plan.changes} />}
      <div className="border-t p-4">
        {nothing ? (
          <p className="text-muted">The list says all of this already.</p>
        ) : (
          <Form form={form} label="Apply">
            <FormEnd
              submit={plan.counts.delete > 0 ? `Apply and delete ${plan.counts.delete}` : "Apply"}
              danger={plan.counts.delete > 0}
            />
          </Form>
        )}
      </div>
    </Card>
  );
}
