import { Code, KeyRound, Link2, LogIn, type LucideIcon, PanelsTopLeft, Users } from "lucide-react";
import { withQuery } from "#components/api-client.ts";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";
import { recipes } from "./recipes.ts";

const icons: Record<string, LucideIcon> = {
  people: KeyRound,
  wiki: Link2,
  each: Users,
  script: Code,
  redirect: LogIn,
  proxy: PanelsTopLeft,
};

/** Leads from what somebody wants to do to the form with the right type. */
export function RecipeChooser({ project }: { project: string }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {recipes.map(({ id, title, tradeOff }) => {
        const Icon = icons[id];
        return (
          <li key={id}>
            <Link
              href={withQuery(paths.newShare(project), { recipe: id })}
              className="flex h-full gap-3 rounded-card border bg-surface p-4 hover:border-control hover:bg-subtle"
            >
              {Icon && <Icon className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true" />}
              <span className="min-w-0 space-y-1">
                <span className="block font-medium">{title}</span>
                <span className="block text-meta text-muted">{tradeOff}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
