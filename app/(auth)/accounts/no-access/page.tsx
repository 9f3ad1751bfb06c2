import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { NextSearch } from "#app/(auth)/_gate.ts";
import { AnotherAccount } from "#components/accounts/another-account.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { sessionActor } from "#lib/auth/page.ts";
import { paths, safeNext } from "#lib/paths.ts";

export const metadata: Metadata = { title: "No access" };

/** For members whom a docs host has sent to log in and whose account may not read there. `next` asks again. */
export default async function Page({ searchParams }: { searchParams: NextSearch }) {
  const { next } = await searchParams;
  const again = paths.login(safeNext(typeof next === "string" ? next : null) ?? undefined);
  const actor = await sessionActor();
  if (actor.kind !== "user") redirect(again);
  return (
    <>
      <h1 tabIndex={-1} className="mb-5 text-title font-semibold">
        No access
      </h1>
      <p>
        You are logged in as <strong className="break-words">{actor.username}</strong>. This account may not
        read the documentation you were looking for. Ask an owner of the project for access.
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <AnotherAccount next={again} />
        <ButtonLink href={paths.projects()}>Go to your projects</ButtonLink>
      </div>
    </>
  );
}
