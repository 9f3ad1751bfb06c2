import type { Metadata } from "next";
import { type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { ChoosePassword } from "#components/accounts/password-forms.tsx";

export const metadata: Metadata = { title: "Choose a new password", referrer: "no-referrer" };

export default async function Page({ searchParams }: { searchParams: Search }) {
  const code = textIn(await searchParams, "code") ?? "";
  return (
    <>
      <h1 tabIndex={-1} className="mb-5 text-title font-semibold">
        Choose a new password
      </h1>
      <ChoosePassword code={code} />
    </>
  );
}
