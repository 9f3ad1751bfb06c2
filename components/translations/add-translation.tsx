"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { addressResource, useUpdateAddress } from "#components/projects/address-api.ts";
import type { Relative } from "#components/projects/family-api.ts";
import { nothingChosen, ProjectPicker } from "#components/projects/project-picker.tsx";
import { translationProblem } from "#components/projects/relations.ts";
import { Card } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";

/** Makes another project a translation of this one, which is in none of the `taken` languages. */
export function AddTranslation({ project, taken }: { project: Relative; taken: readonly string[] }) {
  const update = useUpdateAddress();
  const { data: address } = useQuery(addressResource(project.slug));
  const [chosen, setChosen] = useState<Relative | null>(null);
  const form = useForm({
    read: (data) => ({ project: textOf(data, "translation_of"), translation_of: project.slug }),
    submit: (input) => {
      if (input.project === "") throw nothingChosen("translation_of");
      return update.mutateAsync(input);
    },
    done: () => {
      setChosen(null);
      void say(`${chosen?.name ?? "The translation"} added`);
    },
  });
  const example = address?.examples.translation;
  return (
    <Card title="Add a translation">
      <Form form={form} label="Add a translation">
        <ProjectPicker
          name="translation_of"
          label="Project"
          self={project.slug}
          problemOf={(candidate, all) => translationProblem(project, candidate, all, taken)}
          chosen={chosen?.slug ?? null}
          onChoose={setChosen}
        />
        <p className="text-meta text-muted">
          {chosen && example ? (
            <>
              Its pages move to{" "}
              <strong className="break-all">
                {example.replace(/\/(es|fr)\//, `/${chosen.language.code}/`)}
              </strong>
              ; its own host redirects there.
            </>
          ) : (
            <>
              The language is the one in the project's settings. None there yet?{" "}
              <Link className="link" href={paths.importManually()}>
                Import its repository
              </Link>
              .
            </>
          )}
        </p>
        <FormEnd submit="Add translation" />
      </Form>
    </Card>
  );
}
