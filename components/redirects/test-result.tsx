import { Check, CircleDot, type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import { withQuery } from "#components/api-client.ts";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { paths } from "#lib/paths.ts";
import type { RedirectTest } from "./api.ts";
import { hopText, outcomes } from "./redirect-words.ts";
import type { Numbers } from "./use-numbers.ts";

type Result = RedirectTest["results"][number];
type About = { project: string; numberOf: Numbers };

/** The path of an address on this project's host, which is what a redirect is about. */
const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/** What becomes of one address, step by step. */
export function TestResult({
  project,
  result,
  numberOf,
  trying = false,
}: About & { result: Result; trying?: boolean }) {
  const { url, exists, redirect, hops, end } = result;
  const { text, good } = outcomes[end.outcome];
  const number = numberOf(redirect);
  const nothing = redirect === null && end.outcome === "missing";
  return (
    <div className="space-y-3">
      <ol className="space-y-1.5">
        <Step good={exists}>
          <code className="break-all">{url}</code>{" "}
          {exists === null && "– whether a page is there is not known here."}
          {exists === true && "– a page is there, so only forced redirects apply."}
          {exists === false && "– no page is there."}
        </Step>
        <Step good={redirect === null ? null : true}>
          {redirect === null && "No redirect of yours matches."}
          {redirect !== null &&
            (number === null || (trying && redirect === 0)
              ? "This redirect decides."
              : `Redirect number ${number} decides.`)}
          {redirect !== null && hops.length === 0 && " It is not followed: it would lead back here."}
        </Step>
        {hops
          .map((hop, at) => ({ ...hop, at }))
          .map((hop) => (
            <Step key={hop.at} good={null}>
              {hop.status} → <code className="break-all">{hop.to}</code>{" "}
              <span className="text-muted">({hopText(hop, numberOf)})</span>
            </Step>
          ))}
        <Step good={good}>
          <strong className="font-medium">{text}.</strong>
        </Step>
      </ol>
      {nothing && !trying && (
        <ButtonLink small href={withQuery(paths.newRedirect(project), { type: "exact", from: pathOf(url) })}>
          Create redirect
        </ButtonLink>
      )}
    </div>
  );
}

const marks: Record<"true" | "false" | "null", { icon: LucideIcon; look: string }> = {
  true: { icon: Check, look: "text-success" },
  false: { icon: X, look: "text-danger" },
  null: { icon: CircleDot, look: "text-muted" },
};

function Step({ good, children }: { good: boolean | null; children: ReactNode }) {
  const { icon: Icon, look } = marks[`${good}`];
  return (
    <li className="flex gap-2">
      <Icon className={`mt-0.5 size-4 shrink-0 ${look}`} aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

const columns = ({ project, numberOf }: About): Column<Result>[] => [
  { head: "Address", unlabelled: true, cell: ({ url }) => <code className="break-all">{url}</code> },
  {
    head: "Redirect",
    cell: ({ redirect }) => (redirect === null ? "None" : `Number ${numberOf(redirect)}`),
  },
  {
    head: "Ends at",
    cell: ({ hops, end }) => (hops.length === 0 ? "–" : <code className="break-all">{pathOf(end.url)}</code>),
  },
  {
    head: "Outcome",
    cell: ({ end, url, redirect }) => (
      <span className={outcomes[end.outcome].good === false ? "text-danger" : undefined}>
        {outcomes[end.outcome].text}
        {redirect === null && end.outcome === "missing" && (
          <>
            {" "}
            <ButtonLink
              small
              look="ghost"
              href={withQuery(paths.newRedirect(project), { type: "exact", from: pathOf(url) })}
            >
              Create redirect<span className="sr-only"> for {url}</span>
            </ButtonLink>
          </>
        )}
      </span>
    ),
  },
];

/** What becomes of several addresses, one a row. */
export function TestTable({ results, ...about }: About & { results: readonly Result[] }) {
  return (
    <div className="overflow-hidden rounded-card border">
      <DataTable
        caption="Addresses tested"
        columns={columns(about)}
        rows={results}
        rowKey={({ url }) => url}
      />
    </div>
  );
}
