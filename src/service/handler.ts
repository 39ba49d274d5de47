import type { BodyOf, OperationSpec, ParamsOf, QueryOf, ResponseOf } from "#contract/operation.ts";
import type { TokenType } from "#contract/tokens.ts";
import type { Sql } from "#database/sql.ts";

/** The owner of the request's token; `ownerId` is the source's or the channel's id. */
export type Caller =
  | { readonly type: "account" }
  | { readonly type: Exclude<TokenType, "account">; readonly ownerId: number };

/** The context of a handler in addition to its request. */
export interface Context {
  readonly sql: Sql;
  /** The time of this request; tests set it. */
  readonly now: Date;
  /** The request's If-Match: the version of the record that the change was made to (`refuseOtherVersion`). */
  readonly ifMatch: string | undefined;
  /** Logs facts that cannot be determined later; ids, but no content of records. */
  readonly log: (event: string, details: Readonly<Record<string, unknown>>) => void;
}

/** A request whose parameters, query and body have passed the operation's schemas. */
interface CheckedRequest<O> {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly caller: Caller;
}

/**
 * The response of a handler. `total` becomes X-Total-Count: the number of records on all pages. `version` becomes ETag:
 * the version of the single record, or of all items of a mapping set (`versionOf`).
 */
export interface Answer<Body> {
  readonly body: Body;
  readonly total?: number;
  readonly version?: string;
}

/** Handles one operation. Refusals are thrown as a `Refusal`. */
export type Handler<O> = (
  request: CheckedRequest<O>,
  context: Context,
) => Promise<Answer<ResponseOf<O>>>;

/** One handler for each operation of a table; a missing one does not compile. */
export type HandlersOf<Operations extends Record<string, OperationSpec>> = {
  readonly [Name in keyof Operations]: Handler<Operations[Name]>;
};
