"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderTree, Unlink } from "lucide-react";
import { useRef } from "react";
import { errorMessage } from "#components/api-client.ts";
import { relativeResource } from "#components/projects/family-api.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { nextRowOf } from "#components/shell/next-row.ts";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import {
  type Subproject,
  subprojectsPerPage,
  subprojectsResource,
  useAttachSubproject,
  useDetachSubproject,
} from "./api.ts";
import { AttachSubproject } from "./attach-subproject.tsx";

const columnsFor = (parent: string): readonly Column<Subproject>[] => [
  {
    head: "Project",
    unlabelled: true,
    cell: ({ child }) => (
      <Link
        href={paths.project(child.slug)}
        dir="auto"
        className="text-body font-medium wrap-anywhere text-text hover:text-accent hover:underline sm:block sm:w-max sm:max-w-[32ch]"
      >
        {child.name}
      </Link>
    ),
  },
  { head: "Alias", cell: ({ alias }) => <code className="block min-w-28 break-all">{alias}</code> },
  { head: "Language", cell: ({ child }) => child.language.name },
  {
    head: "Address",
    grow: true,
    cell: ({ child }) => (
      <a href={child.urls.documentation} className="link break-all">
        {child.urls.documentation.replace(/^https?:\/\//, "")}
      </a>
    ),
  },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (subproject) => <Detach parent={parent} subproject={subproject} />,
  },
];

/** Ends a relation after saying which addresses change; for 15 seconds it can be taken back. */
function Detach({ parent, subproject }: { parent: string; subproject: Subproject }) {
  const { alias, child } = subproject;
  const place = useRef<HTMLSpanElement>(null);
  const detach = useDetachSubproject(parent);
  const attach = useAttachSubproject(parent);
  const undo = (): void => {
    attach.mutateAsync({ child: child.slug, alias }).then(
      () => say(`${child.name} is a subproject again`),
      (error: unknown) => say(`${child.name} stays on its own. ${errorMessage(error)}`),
    );
  };
  return (
    <span ref={place}>
      <ConfirmButton
        small
        look="ghost"
        icon={Unlink}
        question={{
          title: `Detach ${child.name}?`,
          consequences: (
            <ul className="list-disc space-y-1 ps-5">
              <li>
                <span className="break-all">{child.urls.documentation}</span> and every other address below it
                answer 404.
              </li>
              <li>Its documentation is on its own host again. The project, its versions and builds stay.</li>
            </ul>
          ),
          keep: "Keep it attached",
          verb: "Detach",
          act: async () => {
            const moveOn = nextRowOf(place.current);
            await detach.mutateAsync(alias);
            moveOn();
            void say(`${child.name} detached`, undo);
          },
        }}
      >
        Detach<span className="sr-only"> {child.name}</span>
      </ConfirmButton>
    </span>
  );
}

/** The projects below this one, with their addresses, and the form for another one. */
export function SubprojectList({ project: slug, offset }: { project: string; offset: number }) {
  const { data: project } = useQuery(relativeResource(slug));
  const parent = project?.subproject_of;
  return (
    <>
      {parent && (
        <Callout>
          This project is a subproject of{" "}
          <Link className="link" href={paths.subprojects(parent.slug)}>
            {parent.slug}
          </Link>{" "}
          itself, so it has none of its own.
        </Callout>
      )}
      <ListBody
        resource={subprojectsResource(slug, offset)}
        place={{ path: paths.subprojects(slug), filter: { offset: offset || undefined } }}
        perPage={subprojectsPerPage}
        caption="Subprojects"
        columns={columnsFor(slug)}
        rowKey={({ alias }) => alias}
        empty={
          <EmptyState icon={FolderTree} title="No subprojects">
            A subproject's documentation is on this project's host, below <code>/projects/…/</code>: one
            address and one search for parts that are built by themselves, such as plug-ins.
          </EmptyState>
        }
      />
      {project && !parent && (
        <div className="max-w-[640px]">
          <AttachSubproject project={project} />
        </div>
      )}
    </>
  );
}
