"use client";

import { useQuery } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { addressResource } from "#components/projects/address-api.ts";
import { projectResource } from "#components/projects/api.ts";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import { AddDomain } from "./add-domain.tsx";
import { type Domain, domainsPerPage, domainsResource } from "./api.ts";
import { DomainStateChip } from "./domain-state.tsx";
import { isSettled, nextNote } from "./domain-words.ts";
import { RemoveDomain } from "./remove-domain.tsx";

const columnsFor = (business: boolean): readonly Column<Domain>[] => [
  {
    head: "Domain",
    unlabelled: true,
    cell: (domain) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          href={paths.domain(domain.project, domain.id)}
          className="min-w-0 text-body font-medium wrap-anywhere text-text hover:text-accent hover:underline"
        >
          {domain.domain}
        </Link>
        {domain.canonical && <Chip tone="info">Canonical</Chip>}
      </span>
    ),
  },
  { head: "State", cell: ({ state }) => <DomainStateChip state={state} /> },
  {
    head: "What is next",
    cell: (domain) => {
      const note = nextNote(domain);
      return (
        <span className="block max-w-[44ch] break-words">
          {note || <span className="text-muted">Nothing, it works</span>}
        </span>
      );
    },
  },
  {
    head: "Last looked at",
    cell: ({ last_check }) =>
      last_check ? <Time at={last_check} /> : <span className="text-muted">Not yet</span>,
  },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (domain) => <RemoveDomain domain={domain} business={business} small onRemoved={() => {}} />,
  },
];

/** The domains of a project, and the form for another one. */
export function DomainList({ project: slug, business }: { project: string; business: boolean }) {
  const { data: project } = useQuery(projectResource(slug));
  const { data: address } = useQuery(addressResource(slug));
  const { data: domains } = useQuery(domainsResource(slug));
  const above = project?.subproject_of;
  const platform = address && (
    <span className="break-all">{new URL(address.examples.platform).origin.replace(/^https?:\/\//, "")}</span>
  );
  return (
    <>
      {above && (
        <Callout>
          This is a subproject: its pages are on the domain of{" "}
          <Link className="link" href={paths.domains(above.slug)}>
            {above.slug}
          </Link>
          . Add domains there.
        </Callout>
      )}
      <ListBody
        resource={domainsResource(slug)}
        place={{ path: paths.domains(slug), filter: {} }}
        perPage={domainsPerPage}
        caption="Domains"
        columns={columnsFor(business)}
        rowKey={({ id }) => id}
        refetchWhile={(domain) => domain.last_check === null && !isSettled(domain)}
        empty={
          <EmptyState icon={Globe} title="No domains of your own">
            The documentation is at {platform}, and stays there. With a domain of yours it is at{" "}
            <code>docs.example.com</code> as well, on the same paths, and links can keep their address
            wherever it is hosted.
          </EmptyState>
        }
      />
      {!above && domains && (
        <div className="max-w-[640px]">
          <AddDomain
            project={slug}
            canonical={domains.results.find(({ canonical }) => canonical)?.domain ?? null}
          />
        </div>
      )}
    </>
  );
}
