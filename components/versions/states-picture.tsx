import { clsx } from "clsx";
import { Card } from "#components/ui/card.tsx";

type State = { readonly active: boolean; readonly hidden: boolean };

const states: readonly (State & { name: string; means: string })[] = [
  { active: true, hidden: false, name: "Listed", means: "Built, served, and in menus and search." },
  { active: true, hidden: true, name: "Hidden", means: "Built and served, to those who know the address." },
  { active: false, hidden: false, name: "Inactive", means: "Not built, and its addresses answer 404." },
  {
    active: false,
    hidden: true,
    name: "Inactive, hidden later",
    means: "Not built, 404; hidden once it is activated.",
  },
];

/** What becomes of a version in each of its four states, and in which it is. */
export function StatesPicture({ version }: { version: State }) {
  return (
    <Card title="What readers get">
      <ul className="grid gap-2 sm:grid-cols-2">
        {states.map(({ active, hidden, name, means }) => {
          const here = version.active === active && version.hidden === hidden;
          return (
            <li
              key={name}
              aria-current={here || undefined}
              className={clsx(
                "rounded-control border p-3",
                here ? "border-accent bg-accent-soft" : "text-muted",
              )}
            >
              <span className="block font-medium">
                {name}
                {here && " – now"}
              </span>
              <span className="block text-meta">{means}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
