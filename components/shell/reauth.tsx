"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { onIdentityAsked } from "#components/api-client.ts";
import { patiently } from "#components/ui/patiently.ts";

const ReauthDialog = lazy(patiently(() => import("./reauth-dialog.tsx")));

type Answer = (confirmed: boolean) => void;

/**
 * Asks who sits there when the API wants to know before an act that hurts, and lets the request be sent again. Forms and dialogs
 * need nothing for it: to them the request only takes longer.
 */
export function Reauth() {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(
    () =>
      onIdentityAsked(
        () => new Promise<boolean>((resolve) => setAnswer(() => (given: boolean) => resolve(given))),
      ),
    [],
  );
  if (!answer) return null;
  return (
    <Suspense fallback={null}>
      <ReauthDialog
        onEnd={(confirmed) => {
          setAnswer(null);
          answer(confirmed);
        }}
      />
    </Suspense>
  );
}
