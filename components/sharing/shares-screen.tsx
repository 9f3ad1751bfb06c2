import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";
import { RecipeChooser } from "./recipe-chooser.tsx";
import { Requests } from "./requests.tsx";
import { RequestsSwitch } from "./requests-switch.tsx";
import { ShareNews } from "./share-news.tsx";

/** The page around the list of shares; on the way from “Help me choose” with what people usually want to do. */
export function SharesScreen({
  project,
  choosing,
  policyOf,
  children,
}: {
  project: string;
  choosing: boolean;
  /** The organization whose share policy the reader may change, or null. */
  policyOf: string | null;
  children: ReactNode;
}) {
  return (
    <Screen
      title="Sharing"
      description={
        <>
          People outside the organization read private documentation with a link, a password or a header
          token.
          {policyOf !== null && (
            <>
              {" "}
              <Link className="link" href={paths.organizationPolicies(policyOf)}>
                Share policy
              </Link>
            </>
          )}
        </>
      }
      actions={
        <>
          {!choosing && (
            <ButtonLink href={`${paths.sharing(project)}?help=choose`}>Help me choose</ButtonLink>
          )}
          <ButtonLink look="primary" icon={Plus} href={paths.newShare(project)}>
            New Share
          </ButtonLink>
        </>
      }
    >
      {choosing && (
        <Card title="What do you want to do?">
          <RecipeChooser project={project} />
        </Card>
      )}
      <Requests project={project} />
      <ShareNews />
      {children}
      <RequestsSwitch project={project} />
    </Screen>
  );
}
