import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { CopyButton } from "#components/ui/copy-field.tsx";
import type { DomainRecord } from "#lib/domains/schema.ts";
import { recordTypes, recordWord } from "./domain-words.ts";

/** A value as it has to be typed elsewhere, with the button that copies it. */
function Value({ text, of }: { text: string; of: string }) {
  return (
    <span className="block space-y-1 py-1">
      <code className="block break-all">{text}</code>
      <CopyButton text={text} of={of} />
    </span>
  );
}

const columns: readonly Column<DomainRecord>[] = [
  {
    head: "Record",
    cell: ({ type }) => <span className="font-medium whitespace-nowrap">{recordTypes[type]}</span>,
  },
  { head: "Name", cell: ({ name, type }) => <Value text={name} of={`the name of ${recordTypes[type]}`} /> },
  {
    head: "Expected",
    cell: ({ expected, type }) =>
      expected.length === 0 ? (
        <span className="text-muted">Not known</span>
      ) : (
        expected.map((value) => <Value key={value} text={value} of={`the value of ${recordTypes[type]}`} />)
      ),
  },
  {
    head: "Found now",
    cell: ({ found }) =>
      found === null ? (
        <span className="text-muted">No answer yet</span>
      ) : found.length === 0 ? (
        <span className="text-muted">Nothing</span>
      ) : (
        found.map((value) => (
          <code key={value} className="block break-all">
            {value}
          </code>
        ))
      ),
  },
  {
    head: "State",
    cell: (record) => {
      const { tone, text } = recordWord(record);
      return (
        <span className="block min-w-36">
          <Chip tone={tone}>{text}</Chip>
          {record.note && <span className="mt-1 block max-w-[36ch] text-muted">{record.note}</span>}
        </span>
      );
    },
  },
];

/** The records a domain needs, beside what DNS says. */
export function DnsTable({ records }: { records: readonly DomainRecord[] }) {
  return <DataTable caption="DNS records" columns={columns} rows={records} rowKey={({ type }) => type} />;
}
