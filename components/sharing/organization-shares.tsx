"use client";

import { Share2 } from "lucide-react";
import { Screen } from "#components/shell/screen.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";
import { type OrganizationSharesFilter, organizationSharesResource } from "./api.ts";
import { ShareRows } from "./share-rows.tsx";

/** The shares of all projects of an organization. */
export function OrganizationShares({
  organization,
  filter,
}: {
  organization: string;
  filter: OrganizationSharesFilter;
}) {
  return (
    <Screen
      title="Shares"
      description={
        <>
          What people outside can read, in all projects.{" "}
          <Link className="link" href={paths.organizationPolicies(organization)}>
            Share policy
          </Link>
        </>
      }
    >
      <ShareRows
        projects
        resource={organizationSharesResource(organization, filter)}
        countOf={(status) => organizationSharesResource(organization, { status }, 1)}
        place={{
          path: paths.organizationShares(organization),
          filter: { ...filter, offset: filter.offset || undefined },
        }}
        empty={
          <EmptyState icon={Share2} title="No shares in this organization">
            Shares let people outside read private documentation. They are made on the Sharing page of a
            project.
          </EmptyState>
        }
      />
    </Screen>
  );
}
