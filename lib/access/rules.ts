import type { Ability, Actor, SignedIn } from "#lib/access/schema.ts";
import { forbidden, identityUnconfirmed, notFound, unauthenticated } from "#lib/platform/errors.ts";

declare const proof: unique symbol;
type Proof = { view: { readonly view: true }; admin: { readonly view: true; readonly admin: true } };

/** A row together with the proof that somebody checked what the caller may do with it. Only `grant` makes one. */
export type Granted<A extends Ability, T> = T & { readonly [proof]: Proof[A]; readonly actor: Actor };

/** What the caller may do with one row. */
export type Abilities = Readonly<Record<Ability, boolean>>;
export const nothing: Abilities = { view: false, admin: false };

/**
 * The only maker of proof. Order of refusal (decisions 6): a row you may not see is 404, whatever you asked for; one you see
 * but may not change is 401 for a visitor and 403 for everybody else.
 */
export function grant<A extends Ability, T extends object>(
  ability: A,
  actor: Actor,
  row: T | null,
  may: Abilities,
  what: string,
): Granted<A, T> {
  if (!row || !may.view) throw notFound(what);
  if (!may[ability]) throw actor.kind === "visitor" ? unauthenticated() : forbidden();
  return { ...row, actor } as unknown as Granted<A, T>;
}

/** The caller as a person, or 401. */
export function signedIn(actor: Actor): SignedIn {
  if (actor.kind === "user" || actor.kind === "token") return actor;
  throw unauthenticated();
}

/** How long a session's proof of who sits there is good for acts that hurt, in milliseconds (dashboard.md 4.5). */
const PROOF_MS = 2 * 3_600_000;

/** Refuses a session that was last proven more than two hours before `now`. A token is its own proof, with every request. */
export function freshlyProven(actor: Actor, now: Date): void {
  if (actor.kind === "user" && now.getTime() - actor.authenticatedAt.getTime() > PROOF_MS)
    throw identityUnconfirmed();
}
