"use client";

import { ArrowDownToLine, ArrowUpToLine, Ellipsis, ListOrdered, Pencil, Trash2 } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { nextRowOf } from "#components/shell/next-row.ts";
import { IconButton } from "#components/ui/button.tsx";
import { MenuButton, type MenuItem } from "#components/ui/menu-button.tsx";
import { patiently } from "#components/ui/patiently.ts";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { type Redirect, useDeleteRedirect, useRestoreRedirect } from "./api.ts";
import type { Move } from "./redirect-list.tsx";
import { nameOf } from "./redirect-words.ts";

const PositionDialog = lazy(patiently(() => import("./position-dialog.tsx")));

/** What can be done with a redirect where it stands in the list. */
export function RedirectActions({
  project,
  redirect,
  count,
  move,
}: {
  project: string;
  redirect: Redirect;
  count: number;
  move: Move;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const [placing, setPlacing] = useState(false);
  const name = nameOf(redirect);
  const menu = useRef<HTMLButtonElement>(null);
  // A row that goes to another place may lose the focus on its way.
  const focus = (): void => void setTimeout(() => menu.current?.focus());
  const moveTo = (position: number): void => {
    move(redirect, position);
    focus();
  };
  const remove = useDelete(project, redirect, setProblem);
  const edit: MenuItem = { label: "Edit", icon: Pencil, href: paths.redirectEdit(project, redirect.pk) };
  const moves: MenuItem[] = [];
  if (redirect.position > 0)
    moves.push({ label: "Move to top", icon: ArrowUpToLine, onSelect: () => moveTo(0) });
  if (redirect.position < count - 1)
    moves.push({ label: "Move to bottom", icon: ArrowDownToLine, onSelect: () => moveTo(count - 1) });
  if (count > 2)
    moves.push({ label: "Move to position…", icon: ListOrdered, onSelect: () => setPlacing(true) });
  return (
    <span className="inline-flex flex-wrap items-center sm:justify-end gap-1">
      {problem && (
        <span role="alert" className="text-meta text-danger">
          {problem}
        </span>
      )}
      <MenuButton
        trigger={(rest) => <IconButton ref={menu} icon={Ellipsis} label={`More for ${name}`} {...rest} />}
        groups={[[edit, ...moves], [{ label: "Delete", icon: Trash2, onSelect: () => remove(menu.current) }]]}
      />
      {placing && (
        <Suspense fallback={null}>
          <PositionDialog
            name={name}
            position={redirect.position}
            count={count}
            onMove={moveTo}
            onClose={() => {
              setPlacing(false);
              focus();
            }}
          />
        </Suspense>
      )}
    </span>
  );
}

/** Deletes at once; for 15 seconds it can be put back where it was. */
function useDelete(project: string, redirect: Redirect, onProblem: (problem: string | null) => void) {
  const remove = useDeleteRedirect(project);
  const restore = useRestoreRedirect(project);
  const name = nameOf(redirect);
  const undo = (): void => {
    restore.mutateAsync(redirect).then(
      () => say(`The redirect ${name} is back, number ${redirect.position + 1} again`),
      (error: unknown) => say(`The redirect ${name} stays deleted. ${errorMessage(error)}`),
    );
  };
  return (place: Element | null): void => {
    const moveOn = nextRowOf(place);
    remove.mutateAsync(redirect.pk).then(
      () => {
        moveOn();
        void say(`Deleted the redirect ${name}`, undo);
      },
      (error: unknown) => onProblem(errorMessage(error)),
    );
  };
}
