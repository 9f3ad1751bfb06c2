"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Schema } from "#components/api-operations.ts";
import { Form, FormEnd } from "#components/form/form.tsx";
import { useForm } from "#components/form/form-state.ts";
import { projectResource } from "#components/projects/api.ts";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { copyText } from "#components/ui/clipboard.ts";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";
import { type SavedShare, shareableVersions, useCreateShare } from "./api.ts";
import { FormNotices } from "./form-notices.tsx";
import { type Recipe, recipeOf } from "./recipes.ts";
import { Sentence } from "./sentence.tsx";
import { ShareFields } from "./share-fields.tsx";
import { ShareReceipt } from "./share-receipt.tsx";
import { type Allowed, inputOf, newValues, type ShareValues } from "./share-values.ts";
import { createLabels, linesOf, typeNames } from "./share-words.ts";

type Made = { share: SavedShare; copied: boolean };

/** What is handed over first: the link, or the token of a share without one. */
const mainSecret = (share: SavedShare): string => share.url ?? share.token ?? "";

/** Makes a share, then shows what to send to whom, once. */
export function NewShare({
  project: slug,
  recipe: recipeId,
  today,
  allowed,
}: {
  project: string;
  recipe: string | undefined;
  /** `YYYY-MM-DD`, UTC; the server's, so that both draw the same. */
  today: string;
  allowed: Allowed;
}) {
  const recipe = recipeOf(recipeId);
  const { data: project } = useQuery(projectResource(slug));
  const { data: versions } = useQuery(shareableVersions(slug));
  const [values, setValues] = useState(() => newValues(today, allowed, recipe));
  const [made, setMade] = useState<Made | null>(null);
  if (!project || !versions) return null;
  if (made) {
    return (
      <ShareReceipt
        project={project}
        share={made.share}
        copied={made.copied}
        snippet={recipe?.snippet}
        onAnother={() => {
          setValues({ ...values, password: "" });
          setMade(null);
        }}
      />
    );
  }
  return (
    <Screen
      title="New Share"
      width="form"
      description={
        <>
          Lets people outside read this project's private documentation.{" "}
          <Link className="link" href={`${paths.sharing(slug)}?help=choose`}>
            Help me choose
          </Link>
        </>
      }
    >
      <PolicyNotice allowed={allowed} recipe={recipe} />
      {allowed.allowedTypes.length > 0 && (
        <>
          <FormNotices project={slug} versions={versions.results} />
          <ShareForm
            project={project}
            values={values}
            onChange={setValues}
            onMade={setMade}
            today={today}
            allowed={allowed}
            versions={versions.results}
          />
        </>
      )}
    </Screen>
  );
}

/** Why the form is not there, or not as the recipe promised. */
function PolicyNotice({ allowed, recipe }: { allowed: Allowed; recipe: Recipe | undefined }) {
  if (allowed.allowedTypes.length === 0) {
    return (
      <Callout tone="warning">
        Your organization allows no new shares. Its owners can change that in the share policy.
      </Callout>
    );
  }
  return recipe && !allowed.allowedTypes.includes(recipe.type) ? (
    <Callout tone="warning">
      What you chose needs the type “{typeNames[recipe.type]}”, which your organization does not allow.
    </Callout>
  ) : null;
}

function ShareForm({
  project,
  values,
  onChange,
  onMade,
  today,
  allowed,
  versions,
}: {
  project: Schema<"Project">;
  values: ShareValues;
  onChange: (values: ShareValues) => void;
  onMade: (made: Made) => void;
  today: string;
  allowed: Allowed;
  versions: readonly Schema<"Version">[];
}) {
  const create = useCreateShare(project.slug);
  const sentence = useId();
  const form = useForm({
    read: () => inputOf(values),
    submit: async (input): Promise<Made> => {
      const saved = create.mutateAsync(input);
      if (input.for_recipients) return { share: await saved, copied: false };
      const copied = copyText(saved.then(mainSecret)).then(
        () => true,
        () => false,
      );
      return { share: await saved, copied: await copied };
    },
    done: onMade,
  });
  return (
    <Card>
      <Form form={form} label="New Share">
        <ShareFields
          values={values}
          change={(changes) => onChange({ ...values, ...changes })}
          today={today}
          allowed={allowed}
          versions={versions}
          editing={false}
        />
        <p id={sentence} className="rounded-control bg-subtle px-3 py-2.5">
          <Sentence
            parts={{
              ...values,
              project: project.name,
              patterns: linesOf(values.patterns),
              pathPrefixes: linesOf(values.pathPrefixes),
            }}
          />
        </p>
        <FormEnd
          submit={values.forRecipients ? "Create and add recipients" : createLabels[values.type]}
          describedBy={sentence}
        >
          <ButtonLink look="ghost" href={paths.sharing(project.slug)}>
            Cancel
          </ButtonLink>
        </FormEnd>
      </Form>
    </Card>
  );
}
