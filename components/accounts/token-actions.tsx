"use client";

import { Pencil, RefreshCw, Trash2 } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { nextRowOf } from "#components/shell/next-row.ts";
import { Button } from "#components/ui/button.tsx";
import { patiently } from "#components/ui/patiently.ts";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { useDeleteToken, useUndoDeleteToken } from "./api.ts";
import { clientName } from "./client-name.ts";

const dayMs = 86_400_000;
const loadRotation = patiently(() => import("./rotate-token.tsx"));
const RotateToken = lazy(loadRotation);
const loadEditing = patiently(() => import("./edit-token.tsx"));
const EditToken = lazy(loadEditing);

/** What can be done with a token where it stands in the list. */
export function TokenActions({ token }: { token: Schema<"ApiToken"> }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [open, setOpen] = useState<"edit" | "rotate" | null>(null);
  const close = (): void => setOpen(null);
  return (
    <span className="inline-flex flex-wrap items-center sm:justify-end gap-1 sm:flex-nowrap">
      {problem && (
        <span role="alert" className="text-meta text-danger">
          {problem}
        </span>
      )}
      <Button
        small
        look="ghost"
        icon={Pencil}
        aria-haspopup="dialog"
        onPointerEnter={loadEditing}
        onFocus={loadEditing}
        onClick={() => setOpen("edit")}
      >
        Edit<span className="sr-only"> token {token.name}</span>
      </Button>
      <Button
        small
        look="ghost"
        icon={RefreshCw}
        aria-haspopup="dialog"
        onPointerEnter={loadRotation}
        onFocus={loadRotation}
        onClick={() => setOpen("rotate")}
      >
        Rotate<span className="sr-only"> token {token.name}</span>
      </Button>
      <DeleteToken token={token} onProblem={setProblem} />
      <Suspense fallback={null}>
        {open === "edit" && <EditToken token={token} onClose={close} />}
        {open === "rotate" && <RotateToken token={token} onClose={close} />}
      </Suspense>
    </span>
  );
}

const usedToday = (token: Schema<"ApiToken">): boolean =>
  token.last_used !== null && Date.now() - Date.parse(token.last_used) < dayMs;

/** Nobody is asked about a token that nothing used for a day; within 15 seconds it can be taken back. */
function DeleteToken({
  token,
  onProblem,
}: {
  token: Schema<"ApiToken">;
  onProblem: (problem: string | null) => void;
}) {
  const remove = useDeleteToken();
  const undo = useUndoDeleteToken();
  const place = useRef<HTMLSpanElement>(null);
  const act = async (): Promise<void> => {
    const moveOn = nextRowOf(place.current);
    await remove.mutateAsync(token.id);
    moveOn();
    await say(`Token “${token.name}” deleted`, () => {
      undo.mutateAsync(token.id).then(
        () => say(`Token “${token.name}” is back and works as before`),
        (error: unknown) => say(`Token “${token.name}” stays deleted. ${errorMessage(error)}`),
      );
    });
  };
  const name = (
    <>
      Delete<span className="sr-only"> token {token.name}</span>
    </>
  );
  return (
    <span ref={place} className="contents">
      {usedToday(token) ? (
        <ConfirmButton
          small
          look="ghost"
          icon={Trash2}
          question={{
            title: `Delete the token “${token.name}”`,
            consequences: <Consequences token={token} />,
            keep: "Keep token",
            verb: "Delete token",
            act,
          }}
        >
          {name}
        </ConfirmButton>
      ) : (
        <Button
          small
          look="ghost"
          icon={Trash2}
          pending={remove.isPending}
          onClick={() => act().catch((error: unknown) => onProblem(errorMessage(error)))}
        >
          {name}
        </Button>
      )}
    </span>
  );
}

function Consequences({ token }: { token: Schema<"ApiToken"> }) {
  return (
    <p>
      {token.last_used && (
        <>
          Used <Time at={token.last_used} />
          {token.last_used_client && ` by ${clientName(token.last_used_client)}`}
          {token.last_used_address && ` from ${token.last_used_address}`}.{" "}
        </>
      )}
      Those requests will be answered with 401 from now on.
    </p>
  );
}
