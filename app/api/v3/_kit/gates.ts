import { freshlyProven, signedIn } from "#lib/access/rules.ts";
import type { Actor } from "#lib/access/schema.ts";
import { openOrganization } from "#lib/organizations/queries.ts";
import { clock } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { forbidden, notFound, unauthenticated } from "#lib/platform/errors.ts";
import { findProject, openProject } from "#lib/projects/queries.ts";
import type { Params } from "./negotiate.ts";

/** Who may use an endpoint, and the rows its URL names, opened for them. `name` is what the authorisation matrix goes by. */
export type Gate<Context extends object> = {
  readonly name: string;
  /** The only edition that has its routes; both without it. */
  readonly edition?: "business";
  readonly open: (actor: Actor, params: Params) => Context | Promise<Context>;
};

/** A parameter of the URL. Its absence is a mistake in the route's folder name, answered as 404. */
export function named(params: Params, name: string): string {
  const value = params[name];
  if (value === undefined) throw notFound();
  return value;
}

/** A write by somebody who has no account is 401 whatever exists (decision 6). */
function person(actor: Actor): void {
  signedIn(actor);
}

export const anyone: Gate<object> = { name: "anyone", open: () => ({}) };

/** Nobody: how the contract refuses methods that a route does not have (spec/api-v3.md 1.4). */
export const nobody: Gate<object> = {
  name: "nobody",
  open: (actor) => {
    throw actor.kind === "visitor" ? unauthenticated() : forbidden();
  },
};

export const signedInOnly = {
  name: "signed-in",
  open: (actor: Actor) => ({ actor: signedIn(actor) }),
} satisfies Gate<object>;

/** A person in a browser: a token may not make, change or end the means of signing in. */
export const sessionOnly = {
  name: "session",
  open: (actor: Actor) => {
    if (signedIn(actor).kind === "user" && actor.kind === "user") return { actor };
    throw forbidden("This needs a signed-in session, a token is not enough.");
  },
} satisfies Gate<object>;

/**
 * The same gate for what hurts: after it, a person in a browser must have proven within two hours who they are. The dashboard asks for
 * that on its own and repeats the request.
 */
export const proven = <Context extends object>(gate: Gate<Context>): Gate<Context> => ({
  ...gate,
  open: async (actor, params) => {
    const context = await gate.open(actor, params);
    freshlyProven(actor, clock.now());
    return context;
  },
});

/** Superusers; for everybody else who is signed in there is nothing. A token confined to projects reaches none of it. */
export const superuserOnly = {
  name: "superuser",
  open: (actor: Actor) => {
    const caller = signedIn(actor);
    if (!caller.superuser || (caller.kind === "token" && caller.projectIds !== null)) throw notFound();
    return { actor: caller };
  },
} satisfies Gate<object>;

export const projectViewer = {
  name: "project:view",
  open: async (actor: Actor, params: Params) => ({
    project: await openProject(actor, named(params, "project"), "view"),
  }),
} satisfies Gate<object>;

export const projectAdmin = {
  name: "project:admin",
  open: async (actor: Actor, params: Params) => {
    person(actor);
    return { project: await openProject(actor, named(params, "project"), "admin") };
  },
} satisfies Gate<object>;

/** Lists that answer an empty page under a parent that is unknown or hidden (decision 7): `project` is null then. */
export const projectFiltered = {
  name: "project:filtered",
  open: async (actor: Actor, params: Params) => ({
    project: await findProject(actor, named(params, "project")),
  }),
} satisfies Gate<object>;

/** Organizations are a part of the business edition; in the other one their routes do not exist. */
export const business = (): void => {
  if (env.EDITION !== "business") throw notFound();
};

/** For what everybody may ask of a business route, for example which methods it has. */
export const businessOnly = {
  name: "business",
  edition: "business",
  open: () => {
    business();
    return {};
  },
} satisfies Gate<object>;

/** Private repositories are a part of the business edition as well. */
export const businessProjectAdmin = {
  name: "business:project:admin",
  edition: "business",
  open: (actor: Actor, params: Params) => {
    business();
    return projectAdmin.open(actor, params);
  },
} satisfies Gate<object>;

export const businessSignedIn = {
  name: "business:signed-in",
  edition: "business",
  open: (actor: Actor) => {
    business();
    return { actor: signedIn(actor) };
  },
} satisfies Gate<object>;

export const organizationMember = {
  name: "organization:member",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    business();
    person(actor);
    return { organization: await openOrganization(actor, named(params, "organization"), "view") };
  },
} satisfies Gate<object>;

export const organizationOwner = {
  name: "organization:owner",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    business();
    person(actor);
    return { organization: await openOrganization(actor, named(params, "organization"), "admin") };
  },
} satisfies Gate<object>;
