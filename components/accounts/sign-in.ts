"use client";

import { paths, safeNext } from "#lib/paths.ts";

type Refused = { refused: string };

/** One message for an unknown name and a wrong password; the wait is told where there were too many tries. */
function sentence(code: string): string {
  if (code === "TooManyTries") return "Too many tries. Wait a few minutes and try again.";
  return "That username and password do not match an account.";
}

/** Signs in with a username or an e-mail address. Returns null when it worked. next-auth is loaded when it is needed. */
export async function signInWith(username: string, password: string): Promise<Refused | null> {
  const { signIn } = await import("next-auth/react");
  try {
    const outcome = await signIn("credentials", { username, password, redirect: false });
    if (outcome?.ok && !outcome.error) return null;
    return { refused: sentence(outcome?.error ?? "") };
  } catch {
    return { refused: "The server cannot be reached. Check your connection and try again." };
  }
}

/** Goes to where the person wanted to be, with everything loaded anew as somebody else. */
export function enter(next: string | null): void {
  location.assign(safeNext(next) ?? paths.projects());
}

/** Signs out and goes to a page for visitors. */
export function useSignOut(page = paths.home()): () => Promise<void> {
  return async () => {
    const { signOut } = await import("next-auth/react");
    await signOut({ callbackUrl: page });
  };
}
