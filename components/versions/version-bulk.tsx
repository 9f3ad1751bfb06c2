"use client";

import { BulkBar, countOf } from "#components/shell/bulk-bar.tsx";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import type { Selection } from "#components/shell/selection.tsx";
import { Button } from "#components/ui/button.tsx";
import { say } from "#components/ui/toast.ts";
import { type BulkChanges, type ChosenVersion, fetchAllVersions } from "./api.ts";
import { useBulkRun } from "./bulk-run.ts";
import type { VersionsFilter } from "./views.ts";

const nouns = ["version", "versions"] as const;
const many = (count: number): string => countOf(count, nouns);
/** From so many on, their number has to be typed. */
const typedFrom = 10;

type Change = (changes: BulkChanges, done: string, undo?: BulkChanges) => Promise<void>;

/** What can be done with the versions selected: at once where it can be undone, after a question where others feel it. */
export default function VersionBulk({
  project,
  business,
  filter,
  selection,
  matching,
}: {
  project: string;
  business: boolean;
  filter: VersionsFilter;
  selection: Selection<ChosenVersion>;
  matching: number;
}) {
  const { run, progress, problems } = useBulkRun(project);
  const slugs = selection.rows.map(({ slug }) => slug);
  const change: Change = async (changes, done, undo) => {
    const changed = await run(slugs, changes);
    selection.clear();
    document.querySelector<HTMLElement>("h1")?.focus();
    if (changed.length > 0)
      await say(`${done} ${many(changed.length)}`, undo && (() => void run(changed, undo)));
  };
  return (
    <BulkBar
      selection={selection}
      nouns={nouns}
      matching={{ count: matching, all: () => fetchAllVersions(project, filter) }}
      progress={progress}
      problems={problems}
    >
      {progress === null && (
        <>
          <Activity versions={selection.rows} change={change} />
          {business && <PrivacyButton level="public" count={slugs.length} change={change} />}
          {business && <PrivacyButton level="private" count={slugs.length} change={change} />}
        </>
      )}
    </BulkBar>
  );
}

function Activity({ versions, change }: { versions: readonly ChosenVersion[]; change: Change }) {
  const active = versions.filter((version) => version.active).length;
  const inactive = versions.length - active;
  return (
    <>
      {inactive > 0 && (
        <Button small onClick={() => change({ active: true }, "Activated")}>
          Activate
        </Button>
      )}
      {active > 0 && (
        <Button small onClick={() => change({ build: true }, "Started builds of")}>
          Build
        </Button>
      )}
      {versions.some(({ hidden }) => !hidden) && (
        <Button small onClick={() => change({ hidden: true }, "Hid", { hidden: false })}>
          Hide
        </Button>
      )}
      {versions.some(({ hidden }) => hidden) && (
        <Button small onClick={() => change({ hidden: false }, "Showed", { hidden: true })}>
          Show
        </Button>
      )}
      {active > 0 && (
        <ConfirmButton
          small
          question={{
            title: `Deactivate ${many(active)}`,
            consequences: (
              <p>
                Their pages answer 404 at once and their builds are cancelled. Their files are kept for seven
                days; activating a version again builds it from the repository.
              </p>
            ),
            keep: "Keep versions active",
            verb: "Deactivate versions",
            ...(active > typedFrom ? { type: String(active) } : {}),
            act: () => change({ active: false }, "Deactivated"),
          }}
        >
          Deactivate…
        </ConfirmButton>
      )}
    </>
  );
}

function PrivacyButton({
  level,
  count,
  change,
}: {
  level: "public" | "private";
  count: number;
  change: Change;
}) {
  return (
    <ConfirmButton
      small
      question={{
        title: `Make ${many(count)} ${level}`,
        consequences: (
          <p>
            {level === "public"
              ? "Anyone can read them, search engines included."
              : "Only members of the project's teams and people they are shared with can read them. Others are stopped with their next click."}
          </p>
        ),
        keep: "Keep versions as they are",
        verb: `Make ${level}`,
        act: () => change({ privacy_level: level }, `Made ${level}:`),
      }}
    >
      Make {level}…
    </ConfirmButton>
  );
}
