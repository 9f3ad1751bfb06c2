import type { Metadata } from "next";
import Link from "next/link";
import { type NextSearch, nextPage } from "#app/(auth)/_gate.ts";
import { SignUpForm } from "#components/accounts/sign-up-form.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

export const metadata: Metadata = { title: "Sign up" };

const closed = {
  invited: "Accounts on this server are made by invitation. Ask the person who runs it to invite you.",
  closed: "This server takes no new accounts.",
};

export default async function Page({ searchParams }: { searchParams: NextSearch }) {
  const next = await nextPage(searchParams);
  return (
    <>
      <h1 tabIndex={-1} className="mb-5 text-title font-semibold">
        Sign up
      </h1>
      {env.SIGN_UP === "open" ? <SignUpForm next={next} /> : <Callout>{closed[env.SIGN_UP]}</Callout>}
      <p className="mt-6 text-muted">
        Have an account?{" "}
        <Link className="link" href={paths.login(next ?? undefined)}>
          Log in
        </Link>
      </p>
    </>
  );
}
