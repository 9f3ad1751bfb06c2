import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "#components/shell/providers.tsx";
import { sessionActor } from "#lib/auth/page.ts";
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
  const theme = (await cookies()).get("theme")?.value;
  const chosen = theme === "light" || theme === "dark" ? theme : undefined;
  const actor = await sessionActor();
  return (
    <html lang="en" data-theme={chosen} suppressHydrationWarning>
      <body>
        <Providers signedIn={actor.kind === "user"}>{children}</Providers>
      </body>
    </html>
  );
}
