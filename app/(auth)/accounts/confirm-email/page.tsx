import type { Metadata } from "next";
import { ConfirmEmail } from "#components/accounts/confirm-email.tsx";
import { env } from "#lib/platform/env.ts";

export const metadata: Metadata = { title: "Confirm your e-mail address", referrer: "no-referrer" };

type Search = Promise<{ code?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Search }) {
  const { code } = await searchParams;
  return (
    <>
      <h1 tabIndex={-1} className="mb-5 text-title font-semibold">
        Confirm your e-mail address
      </h1>
      <ConfirmEmail code={typeof code === "string" ? code : ""} business={env.EDITION === "business"} />
    </>
  );
}
