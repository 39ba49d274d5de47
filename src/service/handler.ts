import { hostname } from "node:os";
import type {
  BodyOf,
  OperationSpec,
  ParamsOf,
  QueryOf,
  ResponseOf,
  TokenType,
} from "#contract/operation.ts";
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

/** One line for the log; never contains a token, a query or a body. */
export interface LogEntry {
  readonly level: "info" | "error";
  readonly event: string;
  readonly requestId: string;
  readonly [detail: string]: unknown;
}

const levels = { info: 30, error: 50 } as const satisfies Record<LogEntry["level"], number>;

/** The entry as one line of JSON with the names of the gateway's lines, so that one search finds the lines of both. */
export const writeLogEntry = ({ level, event, requestId, ...details }: LogEntry): string =>
  JSON.stringify({
    level: levels[level],
    time: Date.now(),
    pid: process.pid,
    hostname: hostname(),
    reqId: requestId,
    ...details,
    msg: event,
  });
