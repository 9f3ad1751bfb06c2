"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderGit2, LayoutGrid, Plus } from "lucide-react";
import { projectsResource } from "#components/projects/api.ts";
import { Menu, MenuHead, MenuLine, MenuLink } from "#components/ui/menu.tsx";
import { paths } from "#lib/paths.ts";
import { SwitcherButton } from "./switcher-button.tsx";

const mostShown = 10;

/** The person's projects as a menu, with the ways to all of them and to a new one. */
export function OpenProjectSwitcher({ byKey }: { byKey: boolean }) {
  const { data, isPending } = useQuery(projectsResource({}));
  const projects = data?.results.slice(0, mostShown) ?? [];
  return (
    <Menu defaultOpen startsAtFirst={byKey} trigger={<SwitcherButton what="project" />}>
      <MenuHead>{isPending ? "Loading your projects" : "Your projects"}</MenuHead>
      {projects.map(({ id, slug, name }) => (
        <MenuLink key={id} href={paths.project(slug)} icon={FolderGit2}>
          <bdi className="max-w-64 truncate">{name}</bdi>
        </MenuLink>
      ))}
      {!isPending && (
        <>
          <MenuLine />
          <MenuLink href={paths.projects()} icon={LayoutGrid}>
            All projects{data && data.count > mostShown ? ` (${data.count.toLocaleString("en")})` : ""}
          </MenuLink>
          <MenuLink href={paths.importManually()} icon={Plus}>
            Import project
          </MenuLink>
        </>
      )}
    </Menu>
  );
}
