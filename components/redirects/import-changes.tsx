import { ArrowRight } from "lucide-react";
import type { Schema } from "#components/api-operations.ts";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { Chip, type Tone } from "#components/ui/chip.tsx";
import { AddressText } from "./address-text.tsx";
import { addressesOf, typeNames } from "./redirect-words.ts";

type Change = Schema<"RedirectImportChange">;
type Settings = Schema<"RedirectSettings">;

const actions: Record<Change["action"], { word: string; tone: Tone }> = {
  create: { word: "New", tone: "success" },
  update: { word: "Changed", tone: "info" },
  move: { word: "Moved", tone: "neutral" },
  delete: { word: "Deleted", tone: "danger" },
};

/** What an import changes, redirect by redirect. */
export const ImportChanges = ({ changes }: { changes: readonly Change[] }) => (
  <DataTable
    caption="What changes"
    columns={columns}
    rows={changes}
    rowKey={({ redirect, line }) => `${redirect} ${line}`}
  />
);

const columns: readonly Column<Change>[] = [
  {
    head: "Change",
    cell: ({ action }) => <Chip tone={actions[action].tone}>{actions[action].word}</Chip>,
  },
  { head: "Line", cell: ({ line }) => line ?? "–" },
  {
    head: "Redirect",
    unlabelled: true,
    cell: ({ from, to }) => {
      const now = to ?? from;
      return now && <Redirect settings={now} before={to && from} />;
    },
  },
  { head: "Number", cell: ({ from, to }) => placesOf(from, to) },
];

function placesOf(from: Settings | null, to: Settings | null): string {
  const places = [from, to].flatMap((one) => (one ? [one.position + 1] : []));
  return [...new Set(places)].join(" → ");
}

function Redirect({ settings, before }: { settings: Settings; before: Settings | null }) {
  const { from, to } = addressesOf(settings);
  const changed = before ? differences(before, settings) : [];
  return (
    <span className="block min-w-48">
      <span className="block">
        <span className="me-1.5 text-muted">{typeNames[settings.type]}</span>
        <AddressText address={from} /> <ArrowRight className="inline size-3.5 text-muted" aria-label="to" />{" "}
        <AddressText address={to} />
      </span>
      {changed.map((sentence) => (
        <span key={sentence} className="block break-words text-muted">
          {sentence}
        </span>
      ))}
    </span>
  );
}

const yes = (is: boolean): string => (is ? "yes" : "no");

/** What an update changes, in words. */
function differences(before: Settings, now: Settings): string[] {
  const pairs = [
    ["Target", before.to_url, now.to_url],
    ["Status", String(before.http_status), String(now.http_status)],
    ["Forced", yes(before.force), yes(now.force)],
    ["Enabled", yes(before.enabled), yes(now.enabled)],
    ["Description", before.description, now.description],
  ] as const;
  return pairs.flatMap(([name, old, value]) =>
    old === value ? [] : [`${name}: ${old || "(empty)"} → ${value || "(empty)"}`],
  );
}
