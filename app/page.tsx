import { Boxes, Lock, Terminal } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SkipLink } from "#components/shell/frame.tsx";
import { LogoLink } from "#components/shell/logo.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { sessionActor } from "#lib/auth/page.ts";
import { apiPaths, paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

export const metadata: Metadata = {
  title: { absolute: "Lectern: documentation from git, built and hosted" },
};

const claims = [
  {
    icon: Boxes,
    title: "Every branch and tag a version",
    text: "A push builds the documentation in a sandbox and publishes it in one step. Readers never see half of it.",
  },
  {
    icon: Lock,
    title: "Private until you share it",
    text: "Teams read what they may. Others get a link, a password or a token for as long as you say.",
  },
  {
    icon: Terminal,
    title: "An API for all of it",
    text: "Whatever this site shows or changes, a script can do with a token over the REST API.",
  },
];

/** The front door for people who are not signed in. */
export default async function Page() {
  const actor = await sessionActor();
  if (actor.kind === "user") redirect(paths.projects());
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex h-14 items-center justify-between px-5 md:px-10">
        <LogoLink href={paths.home()} />
        <div className="flex gap-2">
          <ButtonLink href={paths.login()}>Log in</ButtonLink>
          {env.SIGN_UP === "open" && (
            <ButtonLink look="primary" href={paths.signUp()}>
              Sign up
            </ButtonLink>
          )}
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-4xl flex-1 px-5 py-[10vh] outline-none">
        <h1 tabIndex={-1} className="max-w-[20ch] text-hero font-semibold tracking-tight text-balance">
          Documentation from git, built and hosted
        </h1>
        <p className="mt-4 max-w-[56ch] text-section text-muted">
          Give Lectern the address of a repository. It builds the documentation of every version, serves each
          on its own address, and lets in only whom you want.
        </p>
        <div className="mt-8 flex flex-wrap gap-2">
          {env.SIGN_UP === "open" ? (
            <ButtonLink look="primary" href={paths.signUp()}>
              Create account
            </ButtonLink>
          ) : (
            <ButtonLink look="primary" href={paths.login()}>
              Log in
            </ButtonLink>
          )}
          <ButtonLink href={apiPaths.root()} prefetch={false}>
            Browse the API
          </ButtonLink>
        </div>
        <ul className="mt-16 grid gap-8 sm:grid-cols-3">
          {claims.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon className="mb-3 size-5 text-accent" aria-hidden="true" />
              <h2 className="font-semibold">{title}</h2>
              <p className="mt-1 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
