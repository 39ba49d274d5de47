import type * as z from "zod/mini";
import { requestRate } from "./limits.ts";
import type { TokenType } from "./tokens.ts";

export type Method = "GET" | "POST" | "PATCH";

/** One operation of the API, as data. The service's routes, the gateway's, the web client's calls and OpenAPI come from it. */
export interface OperationSpec {
  readonly method: Method;
  /** As the API spells it, path quirks included: `/rmas/{rmaId}/items`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** Where it is documented: `api 4.4`, or `neighbours` for an extension. */
  readonly section: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  /** Absent: the operation takes no body; an empty one with a JSON content type is accepted. */
  readonly body?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  /** The status of success; 200 unless said. */
  readonly status?: 202;
  readonly tokens: readonly TokenType[];
  /** The parameter that names whose record it is: that source's or channel's own token is used where one is known. */
  readonly owner?: {
    readonly type: "source" | "channel";
    readonly in: "path" | "query";
    readonly name: string;
  };
  /** True where the call changes records, whatever its method says (GET /purchase-orders/processing does). */
  readonly changesState: boolean;
  /** True where the API's document gives no shape and the reading is ours; another upstream may not serve it. */
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

/** Path parameters as a handler gets them. */
export type ParamsOf<O> = Output<Field<O, "params">>;
/** Query parameters as a handler gets them, defaults filled in. */
export type QueryOf<O> = Output<Field<O, "query">>;
/** Query parameters as a caller gives them. */
export type QueryInputOf<O> = Input<Field<O, "query">>;
/** The body, checked. */
export type BodyOf<O> = Output<Field<O, "body">>;
/** The answer, as it is read. */
export type ResponseOf<O> = Output<Field<O, "response">>;
