/** What somebody may do with a row: `admin` includes `view`. */
export type Ability = "view" | "admin";

type Caller = { readonly address: string; readonly client: string };
type Person = Caller & { readonly userId: number; readonly username: string; readonly superuser: boolean };

/** Who is asking. Every query and command takes one, or a proof made from one. */
export type Actor =
  | (Caller & { readonly kind: "visitor" })
  | (Person & { readonly kind: "user"; readonly sessionId: string; readonly authenticatedAt: Date })
  | (Person & {
      readonly kind: "token";
      readonly tokenId: number;
      readonly scope: "read" | "write";
      /** Project ids the token is confined to; null means all its user may reach. */
      readonly projectIds: readonly number[] | null;
    })
  | { readonly kind: "system"; readonly job: string };

export type SignedIn = Extract<Actor, { kind: "user" | "token" }>;
