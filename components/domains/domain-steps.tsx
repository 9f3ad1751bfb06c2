import { clsx } from "clsx";
import { Check, Circle, X } from "lucide-react";
import { Time } from "#components/ui/time.tsx";
import type { DomainStep } from "#lib/domains/schema.ts";
import { stepTitles } from "./domain-words.ts";

const looks = {
  done: { icon: Check, look: "bg-success-soft text-success", word: "Done" },
  failed: { icon: X, look: "bg-danger-soft text-danger", word: "Failed" },
  waiting: { icon: Circle, look: "bg-subtle text-muted", word: "Waiting" },
} as const;

/** The way to a domain that works, with when each step was done or what keeps it. */
export function DomainSteps({ steps }: { steps: readonly DomainStep[] }) {
  return (
    <ol className="space-y-3">
      {steps.map(({ name, state, at, note }) => {
        const { icon: Icon, look, word } = looks[state];
        return (
          <li key={name} className="flex gap-3">
            <span className={clsx("flex size-6 shrink-0 items-center justify-center rounded-full", look)}>
              <Icon className="size-3.5" aria-hidden="true" strokeWidth={2.5} />
            </span>
            <div className="min-w-0 pt-0.5">
              <p className={clsx("font-medium", state === "waiting" && "text-muted")}>
                <span className="sr-only">{word}: </span>
                {stepTitles[name]}
                {at && (
                  <span className="font-normal text-muted">
                    {" "}
                    · <Time at={at} />
                  </span>
                )}
              </p>
              {note && <p className="text-meta break-words text-muted">{note}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
