"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { addressResource } from "#components/projects/address-api.ts";
import type { Relative } from "#components/projects/family-api.ts";
import { nothingChosen, ProjectPicker } from "#components/projects/project-picker.tsx";
import { subprojectProblem } from "#components/projects/relations.ts";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { useAttachSubproject } from "./api.ts";

/** The alias of the example that the API's addresses are made with. */
const exampleAlias = "example";

/** Puts another project below this one. Where its pages will be is shown before. */
export function AttachSubproject({ project }: { project: Relative }) {
  const attach = useAttachSubproject(project.slug);
  const { data: address } = useQuery(addressResource(project.slug));
  const [child, setChild] = useState<Relative | null>(null);
  const [alias, setAlias] = useState("");
  const form = useForm({
    read: (data) => ({ child: textOf(data, "child"), alias: textOf(data, "alias") || null }),
    submit: (input) => {
      if (input.child === "") throw nothingChosen("child");
      return attach.mutateAsync(input);
    },
    done: ({ child: attached }) => {
      setChild(null);
      setAlias("");
      void say(`${attached.name} attached`);
    },
  });
  const shown = alias.trim() || child?.slug;
  const example = address?.examples.subproject;
  return (
    <Card title="Attach a subproject">
      <Form form={form} label="Attach a subproject">
        <ProjectPicker
          name="child"
          label="Project"
          self={project.slug}
          problemOf={(candidate, all) => subprojectProblem(project, candidate, all)}
          chosen={child?.slug ?? null}
          onChoose={setChild}
        />
        <TextField
          name="alias"
          label="Alias"
          optional
          mono
          maxLength={255}
          value={alias}
          onChange={(event) => setAlias(event.target.value)}
          placeholder={child?.slug}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={
            shown && example ? (
              <>
                Its pages move to{" "}
                <strong className="break-all">{example.replace(`/${exampleAlias}/`, `/${shown}/`)}</strong>.
                {child && (
                  <>
                    {" "}
                    <span className="break-all">{child.urls.documentation}</span> redirects there.
                  </>
                )}
              </>
            ) : (
              "Its name in the address. Left empty, it is the project's slug."
            )
          }
        />
        <FormEnd submit="Attach subproject" />
      </Form>
    </Card>
  );
}
