import type { ReactNode } from "react";
import { paths } from "#lib/paths.ts";
import { LogoLink } from "./logo.tsx";

/** A whole page that says one thing: what happened and what to do. */
export function MessagePage({
  title,
  children,
  actions,
}: {
  title: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center px-5">
        <LogoLink href={paths.home()} />
      </header>
      <main id="main" className="mx-auto w-full max-w-lg flex-1 px-5 pt-[10vh]">
        <h1 tabIndex={-1} className="text-title font-semibold">
          {title}
        </h1>
        <div className="mt-2 space-y-2 text-muted">{children}</div>
        <div className="mt-6 flex flex-wrap gap-2">{actions}</div>
      </main>
    </div>
  );
}
