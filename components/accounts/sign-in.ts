"use client";

import type { Schema } from "#components/api-operations.ts";
import { paths, safeNext } from "#lib/paths.ts";

/** Why somebody is not in yet; with `code` something besides the password is asked for. */
export type Refused = { refused: string; code: "needed" | "wrong" | null };

const sentences: Readonly<Record<string, Refused>> = {
  TooManyTries: { refused: "Too many tries. Wait a few minutes and try again.", code: null },
  SecondFactorNeeded: { refused: "", code: "needed" },
  SecondFactorWrong: {
    refused: "This code is not right. Use the newest one; each works once.",
    code: "wrong",
  },
};

/** Signs in and says why not; null when it worked. next-auth is loaded when it is needed. */
async function attempt(credentials: Record<string, string>, otherwise: string): Promise<Refused | null> {
  const { signIn } = await import("next-auth/react");
  try {
    const outcome = await signIn("credentials", { ...credentials, redirect: false });
    if (outcome?.ok && !outcome.error) return null;
    return sentences[outcome?.error ?? ""] ?? { refused: otherwise, code: null };
  } catch {
    return {
      refused: "The server cannot be reached. Check your connection and try again.",
      code: null,
    };
  }
}

/** With a username or an e-mail address. One message for an unknown name and a wrong password. */
export const signInWith = (username: string, password: string, code = ""): Promise<Refused | null> =>
  attempt({ username, password, code }, "That username and password do not match an account.");

/** With a passkey alone. */
export const signInWithPasskey = (answer: Schema<"PasskeyAnswer">): Promise<Refused | null> =>
  attempt({ passkey: JSON.stringify(answer) }, "This passkey belongs to no account here.");

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
