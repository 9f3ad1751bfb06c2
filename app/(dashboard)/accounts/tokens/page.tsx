import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { offsetIn, type Search } from "#app/(dashboard)/_kit/search.ts";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readTokens } from "#app/api/v3/account/tokens/route.ts";
import { tokensResource } from "#components/accounts/api.ts";
import { NewToken, NewTokenButton } from "#components/accounts/new-token.tsx";
import { TokenList } from "#components/accounts/token-list.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "API tokens" };

export default async function Page({ searchParams }: { searchParams: Search }) {
  await requireViewer(paths.tokens());
  const offset = offsetIn(await searchParams);
  const preload = new Preload();
  await preload.get(tokensResource(offset), readTokens);
  return preload.around(
    <Screen
      title="API tokens"
      description="Scripts use the API with a token and act with your rights."
      actions={<NewTokenButton />}
    >
      <TokenList offset={offset} />
      <NewToken />
    </Screen>,
  );
}
