"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2, LayoutGrid, Plus } from "lucide-react";
import { organizationsResource } from "#components/accounts/api.ts";
import { Menu, MenuHead, MenuLine, MenuLink } from "#components/ui/menu.tsx";
import { paths } from "#lib/paths.ts";
import { SwitcherButton } from "./switcher-button.tsx";

const mostShown = 10;

/** The person's organizations as a menu, with the ways to all of them and to a new one. */
export function OpenOrganizationSwitcher({ byKey }: { byKey: boolean }) {
  const { data, isPending } = useQuery(organizationsResource());
  const organizations = data?.results.slice(0, mostShown) ?? [];
  return (
    <Menu defaultOpen startsAtFirst={byKey} trigger={<SwitcherButton what="organization" />}>
      <MenuHead>{isPending ? "Loading your organizations" : "Your organizations"}</MenuHead>
      {organizations.map(({ slug, name }) => (
        <MenuLink key={slug} href={paths.organization(slug)} icon={Building2}>
          <bdi className="max-w-64 truncate">{name}</bdi>
        </MenuLink>
      ))}
      {!isPending && (
        <>
          <MenuLine />
          <MenuLink href={paths.organizations()} icon={LayoutGrid}>
            All organizations{data && data.count > mostShown ? ` (${data.count.toLocaleString("en")})` : ""}
          </MenuLink>
          <MenuLink href={paths.newOrganization()} icon={Plus}>
            Create organization
          </MenuLink>
        </>
      )}
    </Menu>
  );
}
