import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "#components/shell/providers.tsx";
import { usualWishes, WishesProvider } from "#components/ui/preferences.ts";
import { sessionActor, sessionPreferences } from "#lib/auth/page.ts";
import { env } from "#lib/platform/env.ts";
import "./globals.css";

export const metadata: Metadata = {
  metadataBase: new URL(env.DASHBOARD_URL),
  title: { default: "Lectern", template: "%s · Lectern" },
  description: "Builds and hosts versioned documentation from git repositories.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#12151a" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const actor = await sessionActor();
  const wanted = await sessionPreferences();
  // What was chosen in this browser counts before what was chosen for all of them.
  const theme = (await cookies()).get("theme")?.value ?? wanted.theme;
  return (
    <html
      lang="en"
      data-theme={theme === "light" || theme === "dark" ? theme : undefined}
      data-density={wanted.density}
      data-motion={wanted.reduce_motion ? "reduced" : undefined}
      suppressHydrationWarning
    >
      <body>
        <WishesProvider
          value={{
            absoluteTimes: wanted.times === "absolute",
            timeZone: wanted.time_zone ?? usualWishes.timeZone,
            singleKeys: wanted.single_keys,
          }}
        >
          <Providers signedIn={actor.kind === "user"}>{children}</Providers>
        </WishesProvider>
      </body>
    </html>
  );
}
