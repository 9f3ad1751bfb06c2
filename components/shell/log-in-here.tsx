"use client";

import { usePathname } from "next/navigation";
import { ButtonLink } from "#components/ui/button.tsx";
import { paths } from "#lib/paths.ts";

/** The log-in page, which leads back to this one. */
export function LogInHere() {
  return (
    <ButtonLink look="primary" href={paths.login(usePathname())}>
      Log in
    </ButtonLink>
  );
}
