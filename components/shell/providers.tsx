"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { isApiError } from "#components/api-client.ts";
import { patiently } from "#components/ui/patiently.ts";
import { Reauth } from "./reauth.tsx";
import { RouteWatcher } from "./route-watcher.tsx";
import { Toasts } from "./toasts.tsx";
// The error, 404 and 403 pages come with every page. What they share (links, buttons, questions to the API) stands here, above
// them: otherwise each of them, and the page, brings a copy of its own.
import "./near-projects.tsx";

const SignedOutDialog = lazy(patiently(() => import("./signed-out-dialog.tsx")));

const longestWaitSeconds = 60;
/** How often a question is asked again by itself: while the server is away or busy; once when it asked for a pause. */
const triesAgain = (status: number): number => (status === 0 || status >= 500 ? 2 : status === 429 ? 1 : 0);

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
          retry: (count, error) => isApiError(error) && count < triesAgain(error.status),
          retryDelay: (count, error) =>
            isApiError(error) && error.retryAfterSeconds !== null
              ? Math.min(error.retryAfterSeconds, longestWaitSeconds) * 1000
              : 1000 * 2 ** count,
        },
        // What was pressed without a connection is refused there and then: sent later, it would surprise.
        mutations: { networkMode: "always" },
      },
    });
  });
  return (
    <QueryClientProvider client={client}>
      <RouteWatcher />
      {children}
      <Toasts />
      {signedIn && <Reauth />}
      <Suspense fallback={null}>
        {signedOut && <SignedOutDialog onClose={() => setSignedOut(false)} />}
      </Suspense>
    </QueryClientProvider>
  );
}
