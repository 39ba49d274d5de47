import type { BodyOf, OperationSpec, ParamsOf, QueryOf, ResponseOf } from "#contract/operation.ts";
import type { TokenType } from "#contract/tokens.ts";
import type { Sql } from "#database/sql.ts";

/** Whose token the request carries; `ownerId` is the source's or the channel's id. */
export type Caller =
  | { readonly type: "account" }
  | { readonly type: Exclude<TokenType, "account">; readonly ownerId: number };

/** What a handler may use beside its request. */
export interface Context {
  readonly sql: Sql;
  /** The time of this request; tests set it. */
  readonly now: Date;
  /** Writes down what cannot be learned later; ids, but nothing of what records say. */
  readonly log: (event: string, details: Readonly<Record<string, unknown>>) => void;
}

/** A request whose parameters, query and body have passed the operation's schemas. */
export interface CheckedRequest<O> {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly caller: Caller;
}

/** What a handler answers. `total` becomes X-Total-Count: the number of records on all pages. */
export interface Answer<Body> {
  readonly body: Body;
  readonly total?: number;
}

/** Answers one operation. What it refuses it throws as a `Refusal`. */
export type Handler<O> = (
  request: CheckedRequest<O>,
  context: Context,
) => Promise<Answer<ResponseOf<O>>>;

/** One handler for each operation of a table; a missing one does not compile. */
export type HandlersOf<Operations extends Record<string, OperationSpec>> = {
  readonly [Name in keyof Operations]: Handler<Operations[Name]>;
};
