import type { Metadata } from "next";
import { type NextSearch, nextPage } from "#app/(auth)/_gate.ts";
import { LoginForm } from "#components/accounts/login-form.tsx";
import { Link } from "#components/ui/link.tsx";
import { getSignUp } from "#lib/instance/queries.ts";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "Log in" };

export default async function Page({ searchParams }: { searchParams: NextSearch }) {
  const next = await nextPage(searchParams);
  const { mode } = await getSignUp();
  return (
    <>
      <h1 tabIndex={-1} className="mb-5 text-title font-semibold">
        Log in
      </h1>
      <LoginForm next={next} />
      <p className="mt-6">
        <Link className="link" href={paths.resetPassword()}>
          Forgot your password?
        </Link>
      </p>
      {mode === "open" && (
        <p className="mt-2 text-muted">
          No account yet?{" "}
          <Link className="link" href={paths.signUp(next ?? undefined)}>
            Sign up
          </Link>
        </p>
      )}
    </>
  );
}
