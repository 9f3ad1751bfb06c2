import type { components, paths } from "./api-contract.ts";

/**
 * The API's contract as the client's types: what an address takes and answers, taken from `api-contract.ts`, which `npm run
 * contract` makes of the OpenAPI document.
 */
type Method = "get" | "post" | "put" | "patch" | "delete";

/** The addresses that know a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

export type PathValues = Readonly<Record<string, string | number>>;
/** The values for the names in braces. */
export type ParamsOf<P extends PathOf<M>, M extends Method> = paths[P][M] extends {
  parameters: { path: infer Params extends PathValues };
}
  ? Params
  : Record<string, never>;

type FullQuery<P extends PathOf<"get">> = paths[P]["get"] extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : Record<string, never>;

/** What `expand` can add to the answer of an address. */
export type ExpandOf<P extends PathOf<"get">> =
  FullQuery<P> extends { expand?: (infer Name extends string)[] } ? Name : never;

type Loose<T> = { [K in keyof T]?: T[K] | undefined };
/** Undefined values are not sent. `fields` and `omit` are for programs that want less than the answer's type promises. */
export type QueryOf<P extends PathOf<"get">, Names extends string = ExpandOf<P>> = Loose<
  Omit<FullQuery<P>, "expand" | "fields" | "omit" | "format">
> & { readonly expand?: readonly Names[] };

type JsonIn<R> = [R] extends [never] ? [] : R extends { content: { "application/json": infer B } } ? [B] : [];
/** The JSON body of a request, or nothing where none is read. */
export type BodyOf<P extends PathOf<M>, M extends Method> = paths[P][M] extends { requestBody?: infer R }
  ? JsonIn<NonNullable<R>>
  : [];

type Json<R, Status extends number> = R extends {
  [S in Status]: { content: { "application/json": infer A } };
}
  ? A
  : never;
type Answered<R> = Json<R, 200> | Json<R, 201> | Json<R, 202>;

/** What comes back; null where there is no body. */
export type AnswerOf<P extends PathOf<M>, M extends Method> = paths[P][M] extends { responses: infer R }
  ? [Answered<R>] extends [never]
    ? null
    : Answered<R>
  : never;

type Filled<A, Names extends string> = A & Required<Pick<A, Extract<Names, keyof A>>>;
/** An answer, or each item of a list, with what `expand` added to it. */
export type Expanded<A, Names extends string> = [Names] extends [never]
  ? A
  : A extends { results: (infer Item)[] }
    ? Omit<A, "results"> & { results: Filled<Item, Names>[] }
    : Filled<A, Names>;

export type ReadOf<P extends PathOf<"get">, Names extends ExpandOf<P> = never> = Expanded<
  AnswerOf<P, "get">,
  Names
>;

/** An answer, or each item of a list, without some of its fields. */
export type Without<A, Field extends string> = A extends { results: (infer Item)[] }
  ? Omit<A, "results"> & { results: Omit<Item, Field>[] }
  : Omit<A, Field>;

/** A named shape of the contract. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];
/** The envelope of every list. */
export type Page<T> = { count: number; next: string | null; previous: string | null; results: T[] };
