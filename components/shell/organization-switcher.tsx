"use client";

import { useQueryClient } from "@tanstack/react-query";
import { organizationsResource } from "#components/accounts/api.ts";
import { menuFrom, useLazyMenu } from "#components/ui/lazy-menu.ts";
import { SwitcherButton } from "./switcher-button.tsx";

const menu = menuFrom(
  async () => (await import("./organization-switcher-open.tsx")).OpenOrganizationSwitcher,
);

/** Goes from one organization to another. */
export function OrganizationSwitcher() {
  const client = useQueryClient();
  const { opened, closed } = useLazyMenu(menu, () => client.prefetchQuery(organizationsResource()));
  return opened ? <opened.Menu byKey={opened.byKey} /> : <SwitcherButton what="organization" {...closed} />;
}
