import * as z from "zod/mini";
import { RecordCopyState } from "./copy-state.ts";
import { parseCommaList } from "./comma-list.ts";
import { operation, tokenTypes } from "./operation.ts";
import { queryFlag, record, requiredInt64, text } from "./primitives.ts";

/*
 * The search over the gateway's copy of purchase orders, RMAs and returns, since the API has no search. This operation is
 * the gateway's own; no upstream has it. Times are milliseconds since 1970.
 */

export const searchedKinds = ["purchase-orders", "rmas", "returns"] as const;
export type SearchedKind = (typeof searchedKinds)[number];

/** What a text can match. number: of the record itself, or of another one that it names. */
const searchedFields = [
  "number",
  "customer",
  "email",
  "phone",
  "tracking",
  "sku",
  "code",
  "title",
  "tag",
  "attribute",
] as const;
export type SearchedField = (typeof searchedFields)[number];

/** The longest search text, in characters. */
export const maxRecordSearch = 200;

/** The most matches of one kind that are found. */
export const maxRecordMatches = 1_000;

/** The most records of one answer, of each kind. */
export const maxFoundRecords = 200;

const FoundRecord = z.object({
  id: requiredInt64(),
  /** Its number; empty if it has none. */
  name: z.string(),
  /** What the text matches. */
  matched: z.nullable(z.object({ field: z.enum(searchedFields), value: z.string() })),
  status: z.nullable(z.string()),
  /** When it was created, as the API wrote it. */
  date: text(),
  /** When the gateway last saw it. */
  seenAt: z.number(),
  /** The whole record, if it was asked for. */
  record: z.optional(z.unknown()),
});
export type FoundRecord = z.infer<typeof FoundRecord>;

const FoundRecords = z.object({
  kind: z.enum(searchedKinds),
  state: RecordCopyState,
  /** How many match; at least so many, if there are more. */
  total: z.number(),
  hasMore: z.boolean(),
  /** The newest first. */
  hits: z.array(FoundRecord),
});
export type FoundRecords = z.infer<typeof FoundRecords>;

const RecordMatches = record({ groups: z.array(FoundRecords) });

const kindList = z.pipe(
  z.string(),
  z.transform((kinds: string): SearchedKind[] => {
    const given = parseCommaList(kinds);
    return searchedKinds.filter((kind) => given.includes(kind));
  }),
);

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const recordSearchOperations = {
  searchRecords: operation({
    method: "GET",
    path: "/search",
    summary: "Search purchase orders, RMAs and returns by their numbers, customers and items",
    section: "neighbours",
    query: z.object({
      text: z.string().check(z.maxLength(maxRecordSearch)),
      kinds: z.optional(kindList),
      first: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(0)), 0),
      count: z._default(
        z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(maxFoundRecords)),
        5,
      ),
      records: queryFlag("Return the whole records"),
    }),
    response: RecordMatches,
    tokens: tokenTypes,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
};
