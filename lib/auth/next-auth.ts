import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { passkeyAnswer } from "#lib/accounts/passkeys/schema.ts";
import { endSession } from "#lib/accounts/sessions/commands.ts";
import { findSession } from "#lib/accounts/sessions/queries.ts";
import type { Caller } from "#lib/auth/actor.ts";
import { sessionCookie } from "#lib/auth/cookies.ts";
import { authSecret, COOKIE_SECONDS, readSessionToken } from "#lib/auth/session-token.ts";
import { signIn, signInWithPasskey } from "#lib/auth/sign-in.ts";
import { paths, safeNext } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";
import { isProblem } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";

/** What the sign-in form is told instead of next-auth's own codes. */
export const TOO_MANY_TRIES = "TooManyTries";
const secondFactorErrors = { needed: "SecondFactorNeeded", wrong: "SecondFactorWrong" } as const;

type Given = Partial<Record<"username" | "password" | "code" | "passkey", unknown>>;

/** Who a passkey's answer, or a name and a password, signs in. */
async function authenticate(given: Given, caller: Caller) {
  const { username: name, password, code, passkey } = given;
  if (typeof passkey === "string" && passkey !== "") {
    const answer = passkeyAnswer.safeParse(jsonIn(passkey));
    return answer.success ? signInWithPasskey(answer.data, caller) : null;
  }
  if (typeof name !== "string" || typeof password !== "string") return null;
  return signIn({ name, password, ...(typeof code === "string" && { code }) }, caller);
}

/** What a text of JSON says, or null when it is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** next-auth for one request. Its token holds the id of a `sessions` row and nothing else (decision 28). */
export function authOptions(caller: Caller): AuthOptions {
  return {
    secret: authSecret(),
    session: { strategy: "jwt", maxAge: COOKIE_SECONDS },
    jwt: { decode: ({ token }) => readSessionToken(token) },
    cookies: { sessionToken: { ...sessionCookie } },
    pages: { signIn: paths.login(), error: paths.login(), signOut: paths.home() },
    providers: [
      CredentialsProvider({
        credentials: { username: {}, password: {}, code: {}, passkey: {} },
        authorize: async (given) => {
          const outcome = await authenticate(given ?? {}, caller).catch((error: unknown) => {
            throw isProblem(error) && error.code === "throttled" ? new Error(TOO_MANY_TRIES) : error;
          });
          if (outcome && "secondFactor" in outcome) throw new Error(secondFactorErrors[outcome.secondFactor]);
          return outcome && { id: outcome.sessionId };
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => ({ sid: user ? user.id : token.sid }),
      session: async ({ session, token }) => {
        const row = typeof token.sid === "string" ? await findSession(token.sid) : null;
        return { expires: session.expires, ...(row && { user: { name: row.user.username } }) };
      },
      redirect: ({ url }) => {
        const path = url.startsWith(env.DASHBOARD_URL) ? url.slice(env.DASHBOARD_URL.length) : url;
        return `${env.DASHBOARD_URL}${safeNext(path) ?? paths.projects()}`;
      },
    },
    events: {
      signOut: async ({ token }) => {
        const row = typeof token.sid === "string" ? await findSession(token.sid) : null;
        if (!row) return;
        await endSession(
          {
            kind: "user",
            ...caller,
            userId: row.user.id,
            username: row.user.username,
            superuser: row.user.isSuperuser,
            sessionId: row.id,
            authenticatedAt: row.authenticatedAt,
          },
          { id: row.id },
        );
      },
    },
    logger: {
      error: (code, metadata) => log.error({ code, err: metadata }, "sign-in"),
      warn: (code) => log.debug({ code }, "sign-in"),
      debug: () => undefined,
    },
  };
}
