"use client";

import { useQueryClient } from "@tanstack/react-query";
import { projectsResource } from "#components/projects/api.ts";
import { menuFrom, useLazyMenu } from "#components/ui/lazy-menu.ts";
import { SwitcherButton } from "./switcher-button.tsx";

const menu = menuFrom(async () => (await import("./project-switcher-open.tsx")).OpenProjectSwitcher);

/** Goes from one project to another. */
export function ProjectSwitcher() {
  const client = useQueryClient();
  const { opened, closed } = useLazyMenu(menu, () => client.prefetchQuery(projectsResource({})));
  return opened ? <opened.Menu byKey={opened.byKey} /> : <SwitcherButton what="project" {...closed} />;
}
