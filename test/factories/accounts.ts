import { emailKey, usernameKey } from "#lib/accounts/rules.ts";
import { startSession } from "#lib/accounts/sessions/commands.ts";
import { sessionCookie } from "#lib/auth/cookies.ts";
import { sessionToken } from "#lib/auth/session-token.ts";
import { db } from "#lib/platform/db/client.ts";
import { hashPassword } from "#lib/platform/passwords/passwords.ts";

let made = 0;

export type TestUser = { id: number; username: string; email: string; isSuperuser: boolean };

/** A person who can sign in: a verified address, and a password only where one is given, since hashing takes its time. */
export async function buildUser(
  options: {
    username?: string;
    email?: string;
    verified?: boolean;
    password?: string;
    superuser?: boolean;
  } = {},
): Promise<TestUser> {
  const username = options.username ?? `account${(made += 1)}`;
  const email = options.email ?? `${username.toLowerCase()}@example.com`;
  const { id, isSuperuser } = await db.user.create({
    data: {
      username,
      usernameKey: usernameKey(username),
      passwordHash: options.password === undefined ? null : await hashPassword(options.password),
      isSuperuser: options.superuser ?? false,
      emailAddresses: {
        create: {
          address: email,
          addressKey: emailKey(email),
          isPrimary: true,
          verifiedAt: (options.verified ?? true) ? new Date() : null,
        },
      },
    },
  });
  return { id, username, email, isSuperuser };
}

/** A browser somebody is signed in with: its session row and its Cookie header. */
export async function buildSession(
  user: { id: number; username: string; isSuperuser?: boolean },
  client = "Test browser",
): Promise<{ id: string; cookie: string }> {
  const caller = { address: "127.0.0.1", client };
  const { id } = await startSession({ ...user, isSuperuser: user.isSuperuser ?? false }, caller);
  return { id, cookie: `${sessionCookie.name}=${await sessionToken(id)}` };
}
