"use client";

import { SelectField, TextAreaField, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf } from "#components/form/form-state.ts";
import { Card } from "#components/ui/card.tsx";
import type { ProjectSettings, ProjectWithRights } from "./api.ts";
import { chosenLanguages, languageOptions, programmingLanguageOptions } from "./language-options.ts";
import { SectionEnd } from "./section-end.tsx";
import { labelIn, namesOf, type ProjectField, useSection } from "./settings-section.ts";

type Section = { project: ProjectWithRights };

const generalFields: readonly ProjectField[] = [
  { name: "name", label: "Name", of: ({ name }) => name },
  { name: "description", label: "Description", of: ({ description }) => description },
  { name: "homepage", label: "Homepage", of: ({ homepage }) => homepage ?? "" },
  { name: "tags", label: "Tags", of: ({ tags }) => tags.join("\n") },
  {
    name: "language",
    label: "Language",
    of: ({ language }) => language.code,
    say: labelIn(languageOptions),
  },
  {
    name: "programming_language",
    label: "Programming language",
    of: ({ programming_language: language }) => language.code,
    say: labelIn(programmingLanguageOptions),
  },
];

const generalNames = namesOf(generalFields);

const linesOf = (text: string): string[] => text.split("\n").flatMap((line) => line.trim() || []);

const readGeneral = (data: FormData): ProjectSettings => ({
  name: textOf(data, "name"),
  description: textOf(data, "description"),
  homepage: textOf(data, "homepage"),
  tags: linesOf(textOf(data, "tags")),
  ...chosenLanguages(data),
});

/** What a project is called and what it is about. */
export function GeneralSettings({ project }: Section) {
  const form = useSection(project, "General settings", generalFields, readGeneral);
  return (
    <Card anchor="general" title="General">
      <Form form={form} label="General">
        <TextField
          name="name"
          label="Name"
          maxLength={63}
          defaultValue={project.name}
          hint={
            <>
              The slug <code className="break-all">{project.slug}</code> and all addresses stay as they are.
            </>
          }
          required
        />
        <TextField
          name="description"
          label="Description"
          optional
          maxLength={150}
          dir="auto"
          defaultValue={project.description}
          hint="What it is about, in a sentence. It stands beside the name where people look for projects."
        />
        <TextField
          name="homepage"
          label="Homepage"
          type="url"
          optional
          defaultValue={project.homepage ?? ""}
          placeholder="https://example.com"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="language"
            label="Language"
            options={languageOptions}
            defaultValue={project.language.code}
          />
          <SelectField
            name="programming_language"
            label="Programming language"
            options={programmingLanguageOptions}
            defaultValue={project.programming_language.code}
          />
        </div>
        <TextAreaField
          name="tags"
          label="Tags"
          optional
          rows={2}
          defaultValue={project.tags.join("\n")}
          hint="What the documentation is about, one tag per line."
        />
        <FormEnd submit="Save general">
          <SectionEnd project={project} names={generalNames} read={readGeneral} />
        </FormEnd>
      </Form>
    </Card>
  );
}
