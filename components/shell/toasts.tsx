"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { patiently } from "#components/ui/patiently.ts";
import { onToastWanted } from "#components/ui/toast.ts";

const Toaster = lazy(patiently(() => import("./toaster.tsx")));

const signs = ["pointerdown", "keydown"] as const;

/**
 * The place of the toasts. It is loaded when somebody first presses something: nothing is said before, and a live region has to
 * stand before what it announces.
 */
export function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const come = (): void => setWanted(true);
    const forget = onToastWanted(come);
    for (const sign of signs) document.addEventListener(sign, come, { capture: true, once: true });
    return () => {
      forget();
      for (const sign of signs) document.removeEventListener(sign, come, { capture: true });
    };
  }, []);
  return <Suspense fallback={null}>{wanted && <Toaster />}</Suspense>;
}
