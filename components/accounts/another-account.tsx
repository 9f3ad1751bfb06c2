"use client";

import { Button } from "#components/ui/button.tsx";
import { useSignOut } from "./sign-in.ts";

/** Signs out and goes to `next`, the log-in page with the way back. */
export function AnotherAccount({ next }: { next: string }) {
  return (
    <Button look="primary" onClick={useSignOut(next)}>
      Use another account
    </Button>
  );
}
