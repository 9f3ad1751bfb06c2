"use client";

import { useEffect, useState } from "react";
import { FieldGroup, TextField } from "#components/form/field.tsx";
import { useFormHandle } from "#components/form/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { daysAfter } from "#lib/sharing/rules/lifetime.ts";
import { daysText, dayText, endText } from "./share-words.ts";

const lengths = [
  { days: 1, label: "1 day" },
  { days: 7, label: "7 days" },
  { days: 30, label: "30 days" },
  { days: 90, label: "90 days" },
  { days: 365, label: "1 year" },
];

/** The usual lengths an organization allows, its longest among them. */
const lengthsUpTo = (most: number): typeof lengths =>
  lengths.some(({ days }) => days === most)
    ? lengths.filter(({ days }) => days <= most)
    : [...lengths.filter(({ days }) => days < most), { days: most, label: daysText(most) }];

/** The reader's time zone; null until the page has come to life, so that server and browser draw the same. */
function useZone(): string | null {
  const [zone, setZone] = useState<string | null>(null);
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return zone;
}

/** The last day of a share: a usual length or a date. The form's value is `expires`, a day in UTC. */
export function ExpiryField({
  value,
  today,
  mostDays,
  onChange,
}: {
  value: string;
  today: string;
  /** What the organization allows at most. */
  mostDays: number | null;
  onChange: (day: string) => void;
}) {
  const zone = useZone();
  const form = useFormHandle();
  const choose = (day: string): void => {
    form?.clear("expires");
    onChange(day);
  };
  const allowed = mostDays === null ? lengths : lengthsUpTo(mostDays);
  const [picked, setPicked] = useState(() => !allowed.some(({ days }) => daysAfter(today, days) === value));
  const last = mostDays === null ? null : daysAfter(today, mostDays);
  return (
    <div className="space-y-2">
      <FieldGroup name={picked ? "length" : "expires"} label="Expiration date" hint={endText(value, zone)}>
        <div className="flex w-fit max-w-full flex-wrap gap-0.5 rounded-control border border-control bg-surface p-0.5">
          {allowed.map(({ days, label }) => (
            <Segment
              key={days}
              label={label}
              checked={!picked && value === daysAfter(today, days)}
              onChoose={() => {
                setPicked(false);
                choose(daysAfter(today, days));
              }}
            />
          ))}
          <Segment label="Pick a date" checked={picked} onChoose={() => setPicked(true)} />
        </div>
      </FieldGroup>
      {picked ? (
        <div className="max-w-52">
          <TextField
            name="expires"
            label="Last day (UTC)"
            type="date"
            min={today}
            max={last ?? undefined}
            value={value}
            onChange={(event) => choose(event.target.value)}
          />
        </div>
      ) : (
        <input
          type="hidden"
          name="expires"
          value={value}
          onInput={({ currentTarget }) => {
            setPicked(true);
            choose(currentTarget.value);
          }}
        />
      )}
      {last !== null && value > last && (
        <p className="flex flex-wrap items-center gap-2 text-meta text-danger">
          {!form?.errors.expires && `Your organization allows at most ${daysText(mostDays ?? 0)}.`}
          <Button small onClick={() => choose(last)}>
            Use {dayText(last)}
          </Button>
        </p>
      )}
    </div>
  );
}

function Segment({ label, checked, onChoose }: { label: string; checked: boolean; onChoose: () => void }) {
  return (
    <label className="flex h-8 items-center rounded-[4px] px-2.5 hover:bg-subtle has-checked:bg-accent-soft has-checked:font-medium has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent pointer-coarse:h-11">
      <input type="radio" name="length" checked={checked} onChange={onChoose} className="sr-only" />
      {label}
    </label>
  );
}
