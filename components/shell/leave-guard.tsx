"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useState } from "react";
import { patiently } from "#components/ui/patiently.ts";
import type { Question } from "./confirm.tsx";

const ConfirmDialog = lazy(patiently(() => import("./confirm-dialog.tsx")));

/** Asks once before somebody leaves what cannot be had again: by a link of the dashboard here, by anything else in the browser's words. */
export function LeaveGuard({ question }: { question: Omit<Question, "act"> }) {
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    const stop = (event: MouseEvent): void => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || link.target || link.origin !== location.origin || link.pathname === location.pathname)
        return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(link.pathname + link.search);
    };
    addEventListener("beforeunload", hold);
    document.addEventListener("click", stop, { capture: true });
    return () => {
      removeEventListener("beforeunload", hold);
      document.removeEventListener("click", stop, { capture: true });
    };
  }, []);
  return target === null ? null : (
    <Suspense fallback={null}>
      <ConfirmDialog
        question={{ ...question, act: async () => router.push(target) }}
        onClose={() => setTarget(null)}
      />
    </Suspense>
  );
}
