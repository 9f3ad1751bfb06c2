import { Download, Plus, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { withQuery } from "#components/api-client.ts";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { apiPaths, paths } from "#lib/paths.ts";

/** The page around the list of redirects. */
export function RedirectsScreen({
  project,
  empty,
  children,
}: {
  project: string;
  empty: boolean;
  children: ReactNode;
}) {
  return (
    <Screen
      title="Redirects"
      description="They take readers of addresses that are gone to the pages that took their place."
      actions={
        <>
          <ButtonLink icon={Upload} href={paths.importRedirects(project)}>
            Import
          </ButtonLink>
          {!empty && (
            <ButtonLink
              icon={Download}
              download
              href={withQuery(apiPaths.redirectsExport(project), { as: "csv" })}
            >
              Export
            </ButtonLink>
          )}
          <ButtonLink look="primary" icon={Plus} href={paths.newRedirect(project)}>
            Add redirect
          </ButtonLink>
        </>
      }
    >
      {children}
    </Screen>
  );
}
