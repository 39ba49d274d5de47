import * as z from "zod/mini";
import { CopyStates, exceptionKinds, timeZoneQuery } from "./figures.ts";
import { operation, tokenTypes } from "./operation.ts";
import {
  int64,
  integer,
  list,
  queryInteger,
  record,
  requiredInteger,
  requiredText,
  text,
} from "./primitives.ts";
import { pageNumber, pageSizeQuery } from "./request-fields.ts";

const Exception = record({
  kind: z.enum(exceptionKinds),
  /** Where its record is: /rmas, /purchase-orders, /webhooks, … */
  resource: requiredText(),
  recordId: int64(),
  /** Of an unknown change. */
  changeId: int64(),
  /** Empty: it has no number. */
  name: requiredText(),
  sourceId: int64(),
  since: text(),
  /** Of an error its text, of a late record its status, of a change its operation. */
  detail: requiredText(),
  /** Undecided or unshipped units, or failed deliveries. */
  count: integer(),
});
export type Exception = z.infer<typeof Exception>;

const Exceptions = record({
  states: CopyStates,
  /** Of the chosen kind and source. */
  total: requiredInteger(),
  /** By kind, of the chosen source. */
  counts: z.record(z.string(), z.int()),
  /** The most urgent kind first, of each kind the oldest first. */
  rows: list(Exception),
});
export type Exceptions = z.infer<typeof Exceptions>;

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const exceptionOperations = {
  listExceptions: operation({
    method: "GET",
    path: "/exceptions",
    summary: "List what is late, failed or unknown",
    section: "neighbours",
    query: z.object({
      kind: z.optional(z.enum(exceptionKinds)),
      sourceId: z.optional(queryInteger()),
      timeZone: timeZoneQuery,
      pageNumber: pageNumber(),
      pageSize: pageSizeQuery(),
    }),
    response: Exceptions,
    tokens: tokenTypes,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
};
