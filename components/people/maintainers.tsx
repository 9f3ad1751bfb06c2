"use client";

import { useQuery } from "@tanstack/react-query";
import { UserMinus, Users } from "lucide-react";
import { useRouter } from "next/navigation";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import {
  type PeopleFilter,
  type Person,
  peoplePerPage,
  peopleResource,
  useAddMaintainer,
  useRemoveMaintainer,
} from "./api.ts";
import { PersonName } from "./person-name.tsx";

function Remove({ project, person, me }: { project: string; person: Person; me: string }) {
  const router = useRouter();
  const remove = useRemoveMaintainer(project);
  const leaving = person.username === me;
  return (
    <ConfirmButton
      small
      look="ghost"
      icon={UserMinus}
      label={leaving ? "Leave this project" : `Remove ${person.username}`}
      question={{
        title: leaving ? "Leave this project" : `Remove ${person.username}`,
        consequences: leaving ? (
          <p>You can read it as everybody does, and change nothing. Another maintainer can bring you back.</p>
        ) : (
          <p>They can read it as everybody does, and change nothing. What they changed stays.</p>
        ),
        keep: leaving ? "Stay" : "Keep maintainer",
        verb: leaving ? "Leave project" : "Remove maintainer",
        act: async () => {
          await remove.mutateAsync(person.username);
          await say(leaving ? "You left the project" : `${person.username} is not a maintainer any more`);
          if (leaving) router.push(paths.projects());
        },
      }}
    >
      {leaving ? "Leave" : "Remove"}
    </ConfirmButton>
  );
}

const columnsFor = (project: string, me: string, last: boolean): readonly Column<Person>[] => [
  { head: "Maintainer", unlabelled: true, cell: (person) => <PersonName person={person} me={me} /> },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (person) =>
      last ? (
        <span className="text-meta text-muted">The last maintainer stays. Add another one first.</span>
      ) : (
        <Remove project={project} person={person} me={me} />
      ),
  },
];

/** Who may change a project of the community edition. */
export function Maintainers({ project, me, filter }: { project: string; me: string; filter: PeopleFilter }) {
  const { data } = useQuery(peopleResource(project, filter));
  const add = useAddMaintainer(project);
  const form = useForm({
    read: (data) => ({ username: textOf(data, "username") }),
    submit: add.mutateAsync,
    done: ({ username }) => {
      form.ref.current?.reset();
      void say(`${username} is a maintainer now`);
    },
  });
  return (
    <>
      <ListBody
        resource={peopleResource(project, filter)}
        place={{ path: paths.maintainers(project), filter }}
        perPage={peoplePerPage}
        caption="Maintainers"
        columns={columnsFor(project, me, data?.count === 1)}
        rowKey={({ username }) => username}
        empty={<EmptyState icon={Users} title="No maintainers" />}
      />
      <Card title="Add a maintainer">
        <Form form={form} label="Add a maintainer">
          <TextField
            name="username"
            label="Username"
            hint="They need an account on this server. They can change everything of the project, delete it, too."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <FormEnd submit="Add maintainer" />
        </Form>
      </Card>
    </>
  );
}
