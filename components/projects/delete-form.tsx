"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#components/api-client.ts";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { versionsResource } from "#components/versions/api.ts";
import { paths } from "#lib/paths.ts";
import { projectResource, useDeleteProject } from "./api.ts";

/** Says what goes, and goes on only after the slug was typed. */
export function DeleteProject({ project: slug }: { project: string }) {
  const { data: project } = useQuery(projectResource(slug));
  const { data: versions } = useQuery(versionsResource(slug, { active: true }, 1));
  const remove = useDeleteProject(slug);
  const [gone, setGone] = useState(false);
  const form = useForm({
    read: (data) => textOf(data, "slug"),
    submit: async (typed) => {
      if (typed !== slug)
        throw new ApiError(400, "Nothing was deleted.", { slug: [`This is not “${slug}”.`] }, null);
      await remove.mutateAsync();
    },
    done: () => {
      setGone(true);
      location.assign(paths.projects());
    },
  });
  if (!project) return null;
  const count = versions?.count ?? 0;
  return (
    <Card title="What goes" danger>
      <ul className="mb-4 list-disc space-y-1 ps-5">
        <li>
          <span className="break-all">{project.urls.documentation}</span> and every other address of this
          project answer 404 at once.
        </li>
        <li>
          {count} active {count === 1 ? "version" : "versions"} with all builds and logs.
        </li>
        <li>
          The slug <code className="break-all">{slug}</code> is never given to another project.
        </li>
      </ul>
      <Form form={form} label="Delete project">
        <TextField
          name="slug"
          label={`Type “${slug}” to delete the project`}
          mono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <FormEnd submit={gone ? "Deleted" : "Delete project"} danger>
          <ButtonLink href={paths.projectSettings(slug)}>Keep project</ButtonLink>
        </FormEnd>
      </Form>
    </Card>
  );
}
