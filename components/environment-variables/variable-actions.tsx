"use client";

import { Ellipsis, Eye, EyeOff, RefreshCw, Trash2 } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { Confirmation, type Question } from "#components/shell/confirm.tsx";
import { nextRowOf } from "#components/shell/next-row.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { MenuButton, type MenuItem } from "#components/ui/menu-button.tsx";
import { patiently } from "#components/ui/patiently.ts";
import { say } from "#components/ui/toast.ts";
import { useDeleteVariable, useUpdateVariable, type Variable } from "./api.ts";

const loadDialog = patiently(() => import("./replace-dialog.tsx"));
const ReplaceDialog = lazy(loadDialog);

type About = { project: string; variable: Variable; onChanged: () => void };

/** Asks for another value; the variable is never missing meanwhile. */
export function ReplaceButton({ project, variable, onChanged }: About) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        small
        icon={RefreshCw}
        aria-haspopup="dialog"
        onPointerEnter={loadDialog}
        onFocus={loadDialog}
        onClick={() => setOpen(true)}
      >
        Replace value<span className="sr-only"> of {variable.name}</span>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ReplaceDialog
            project={project}
            variable={variable}
            onSaved={onChanged}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What can be done with a variable where it stands in the list. */
export function VariableActions({
  project,
  variable,
  inLastBuild,
  onChanged,
}: About & { inLastBuild: boolean }) {
  const [asking, setAsking] = useState<Question | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const update = useUpdateVariable(project);
  const remove = useDeleteVariable(project);
  const { pk, name } = variable;

  const setPublic = async (isPublic: boolean): Promise<void> => {
    await update.mutateAsync({ variable: pk, public: isPublic });
    onChanged();
    await say(`${name} is ${isPublic ? "public" : "kept from pull requests"} from the next build on`);
  };
  const makePublic: Question = {
    title: `Give ${name} to pull requests`,
    consequences: (
      <p>
        Builds of pull requests find its value, and their code can send it anywhere. Logs no longer hide it.
      </p>
    ),
    keep: "Keep it private",
    verb: "Make public",
    act: () => setPublic(true),
  };
  const publicity: MenuItem = variable.public
    ? {
        label: "Keep from pull requests",
        icon: EyeOff,
        onSelect: () =>
          void setPublic(false).then(
            () => setProblem(null),
            (error: unknown) => setProblem(errorMessage(error)),
          ),
      }
    : { label: "Make public…", icon: Eye, onSelect: () => setAsking(makePublic) };
  const deleting: Question = {
    title: `Delete ${name}`,
    consequences: (
      <p>
        {inLastBuild && "The last build used it. "}The next build goes without it, and its value cannot be had
        again.
      </p>
    ),
    keep: "Keep variable",
    verb: "Delete variable",
    act: async () => {
      const moveOn = nextRowOf(menu.current);
      await remove.mutateAsync(pk);
      onChanged();
      moveOn();
      await say(`Variable ${name} deleted`);
    },
  };
  return (
    <span className="inline-flex flex-wrap items-center sm:justify-end gap-1 sm:flex-nowrap">
      {problem && (
        <span role="alert" className="text-meta text-danger">
          {problem}
        </span>
      )}
      <ReplaceButton project={project} variable={variable} onChanged={onChanged} />
      <MenuButton
        trigger={(rest) => <IconButton ref={menu} icon={Ellipsis} label={`More for ${name}`} {...rest} />}
        groups={[[publicity], [{ label: "Delete…", icon: Trash2, onSelect: () => setAsking(deleting) }]]}
      />
      {asking && <Confirmation question={asking} onClose={() => setAsking(null)} />}
    </span>
  );
}
