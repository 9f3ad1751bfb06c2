import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readAccount } from "#app/api/v3/account/route.ts";
import { accountResource } from "#components/accounts/api.ts";
import { ProfileForm } from "#components/accounts/profile-form.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "Profile" };

export default async function Page() {
  await requireViewer(paths.profile());
  const preload = new Preload();
  await preload.get(accountResource(), readAccount);
  return preload.around(
    <Screen title="Profile" width="form">
      <ProfileForm />
      <p>
        <Link className="link inline-flex items-center pointer-coarse:min-h-11" href={paths.accountDelete()}>
          Delete your account
        </Link>
      </p>
    </Screen>,
  );
}
