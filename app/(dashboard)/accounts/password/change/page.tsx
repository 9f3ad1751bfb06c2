import type { Metadata } from "next";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { PasswordForm } from "#components/accounts/password-forms.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "Password" };

export default async function Page() {
  await requireViewer(paths.password());
  return (
    <Screen title="Password" width="form">
      <PasswordForm />
    </Screen>
  );
}
