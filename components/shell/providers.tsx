"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { isApiError } from "#components/api-client.ts";
import { RouteWatcher } from "./route-watcher.tsx";

const Toaster = dynamic(() => import("./toaster.tsx"), { ssr: false });
const SignedOutDialog = dynamic(() => import("./signed-out-dialog.tsx"), { ssr: false });

/** What every page of the dashboard stands in: the cache of API answers, toasts, and the dialog for an ended session. */
export function Providers({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const [signedOut, setSignedOut] = useState(false);
  const [client] = useState(() => {
    const onError = (error: unknown): void => {
      if (signedIn && isApiError(error) && error.status === 401) setSignedOut(true);
    };
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      defaultOptions: {
        queries: {
          staleTime: 5_000,
          retry: (count, error) =>
            count < 2 && isApiError(error) && (error.status === 0 || error.status >= 500),
        },
      },
    });
  });
  return (
    <QueryClientProvider client={client}>
      <RouteWatcher />
      {children}
      <Toaster />
      {signedOut && <SignedOutDialog onClose={() => setSignedOut(false)} />}
    </QueryClientProvider>
  );
}
