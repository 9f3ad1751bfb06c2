import type { ReactNode } from "react";
import { SkipLink } from "#components/shell/frame.tsx";
import { LogoLink } from "#components/shell/logo.tsx";
import { paths } from "#lib/paths.ts";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex h-14 items-center px-5">
        <LogoLink href={paths.home()} />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-sm flex-1 px-5 pt-[6vh] pb-16 outline-none"
      >
        {children}
      </main>
    </div>
  );
}
