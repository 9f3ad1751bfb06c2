import { Boxes, Globe, Lock, Terminal } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SkipLink } from "#components/shell/frame.tsx";
import { LogoLink } from "#components/shell/logo.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { sessionActor } from "#lib/auth/page.ts";
import { getSignUp } from "#lib/instance/queries.ts";
import { apiPaths, paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

export const metadata: Metadata = {
  title: { absolute: "Lectern: documentation from git, built and hosted" },
};

const everyVersion = {
  icon: Boxes,
  title: "Every branch and tag a version",
  text: "Builds run in a sandbox and are published in one step. Readers never see half of one.",
};
const privateDocs = {
  icon: Lock,
  title: "Private until you share it",
  text: "Teams read what they may. Others get a link, a password or a token for as long as you say.",
};
const ownAddress = {
  icon: Globe,
  title: "An address of its own",
  text: "Each project has one, with redirects, translations and subprojects, and on your own domain if you like.",
};
const api = {
  icon: Terminal,
  title: "An API for all of it",
  text: "Whatever this site shows or changes, a script can do with a token over the REST API.",
};

/** In the community edition nothing is private. */
const claimsOf = (business: boolean) => [everyVersion, business ? privateDocs : ownAddress, api];

/** The front door for people who are not signed in. */
export default async function Page() {
  const actor = await sessionActor();
  if (actor.kind === "user") redirect(paths.projects());
  const { mode } = await getSignUp();
  const business = env.EDITION === "business";
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex h-14 w-full max-w-4xl items-center justify-between px-5">
        <LogoLink href={paths.home()} />
        <div className="flex gap-2">
          <ButtonLink href={paths.login()}>Log in</ButtonLink>
          {mode === "open" && (
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
          Give Lectern the address of a repository. It builds the documentation of every version and serves
          each on an address of its own{business ? ", and lets in only whom you want" : ""}.
        </p>
        <div className="mt-8 flex flex-wrap gap-2">
          {mode === "open" ? (
            <ButtonLink look="primary" href={paths.signUp()}>
              Create account
            </ButtonLink>
          ) : (
            <ButtonLink look="primary" href={paths.login()}>
              Log in
            </ButtonLink>
          )}
          <ButtonLink href={paths.publicProjects()}>Public projects</ButtonLink>
          <ButtonLink href={apiPaths.root()}>Browse the API</ButtonLink>
        </div>
        <ul className="mt-16 grid gap-8 sm:grid-cols-3">
          {claimsOf(business).map(({ icon: Icon, title, text }) => (
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
