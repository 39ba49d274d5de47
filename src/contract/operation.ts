import type * as z from "zod/mini";
import { requestRate } from "./limits.ts";
import type { Role } from "./people.ts";

/** The token types and the token-to-resource matrix of api 5. */

/**
 * Account: the whole workspace. Source and channel: one source, one channel. Operations of api section 4 accept each (api
 * 5.4).
 */
export const tokenTypes = ["account", "source", "channel"] as const;
export type TokenType = (typeof tokenTypes)[number];

/** The token header, in any case. `Authorization: Bearer` is not used (api 5.1). */
export const tokenHeader = "X-API-TOKEN";

/** The API's message for a wrong token type (api 5, 7). */
export const accessDenied = "You do not have access to perform this action";

/** The token types by resource group (api 5.3). If an operation lists its own, those apply (api 5.4). */
export const tokenMatrix = {
  account: ["account"],
  purchaseOrders: ["account", "source"],
  workflow: ["account"],
  returns: ["account", "channel"],
  webhooks: ["account"],
} as const satisfies Record<string, readonly TokenType[]>;

type Method = "GET" | "POST" | "PATCH";

/**
 * One operation of the API, as data. The service's routes, the gateway's, the web client's calls and OpenAPI are
 * derived from it.
 */
export interface OperationSpec {
  readonly method: Method;
  /** The API's spelling, including path quirks: `/rmas/{rmaId}/items`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** Its documentation: `api 4.4`, or `neighbours` for an extension. */
  readonly section: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  /** Absent: the operation has no body; an empty one with a JSON content type is accepted. */
  readonly body?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  /** The status of success; default 200. */
  readonly status?: 202;
  readonly tokens: readonly TokenType[];
  /**
   * The parameter that names the owner of the records: that source's or channel's own token is used if one is known.
   */
  readonly owner?: {
    readonly type: "source" | "channel";
    readonly in: "path" | "query";
    readonly name: string;
  };
  /** True if the call changes records, whatever its method is (GET /purchase-orders/processing does). */
  readonly changesState: boolean;
  /** The least role of a person of the console who may do this; the API itself knows only tokens. */
  readonly role: Role;
  /** What this is in the words of the screens, after "can't": `acknowledge orders`. Needed above the least role. */
  readonly act?: string;
  /** The body with which an update changes nothing and returns the record: every role may send it. */
  readonly readsWith?: "[]" | "{}";
  /** True if a console with a review of rules does it only by another editor's approval. */
  readonly reviewed?: true;
  /** True if the API's document defines no shape and this one is our own; another upstream may not support it. */
  readonly extension: boolean;
  readonly deprecated?: boolean;
}

export interface Operation extends OperationSpec {
  readonly rate: typeof requestRate;
}

/** Completes one entry of the operations table; every operation has the same rate (api 8). */
export const operation = <const S extends OperationSpec>(
  spec: S,
): S & { readonly rate: typeof requestRate } => ({
  ...spec,
  rate: requestRate,
});

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type Field<O, K extends PropertyKey> = O extends { readonly [P in K]: infer S } ? S : undefined;

/** Path parameters as a handler receives them. */
export type ParamsOf<O> = Output<Field<O, "params">>;
/** Query parameters as a handler receives them, with defaults. */
export type QueryOf<O> = Output<Field<O, "query">>;
/** Query parameters as a caller passes them. */
export type QueryInputOf<O> = Input<Field<O, "query">>;
/** The validated body. */
export type BodyOf<O> = Output<Field<O, "body">>;
/** The parsed response. */
export type ResponseOf<O> = Output<Field<O, "response">>;
