import type { QueryClient } from "@tanstack/react-query";
import { isId } from "#web/base/record-id.ts";
import type { RecordKind } from "#web/base/list-search.ts";
import { isRecordKind, kindNouns, recordKinds } from "#web/records/record-kinds.ts";
import { seenRecords } from "#web/records/seen-records.ts";
import { type PaletteOption, recordOption } from "./palette-option.ts";

/** The field with the name or number of a record, for each kind that is found here. */
const nameFields: Readonly<Partial<Record<RecordKind, string>>> = {
  rmas: "rmaNumber",
  returns: "returnNumber",
  "purchase-orders": "purchaseOrderNumber",
  "mapping-rules": "name",
  "mapping-sets": "name",
  webhooks: "configurationName",
};

/** Products are found in the local copy, and runs have no name. */
const isFound = (kind: unknown): kind is RecordKind => isRecordKind(kind) && kind in nameFields;

/** Creates an option for a record of any form; none without an id. */
const optionOf = (kind: RecordKind, record: unknown): PaletteOption[] => {
  if (typeof record !== "object" || record === null) return [];
  const { id, [nameFields[kind] ?? ""]: name } = record as Readonly<Record<string, unknown>>;
  if (!isId(id)) return [];
  const label = typeof name === "string" && name.trim() !== "" ? name : `${kindNouns[kind]} ${id}`;
  return [recordOption({ kind, id, label })];
};

/** The records of all lists and details in the cache. */
const cachedRecords = (cache: QueryClient): PaletteOption[] =>
  cache
    .getQueriesData<{ value?: unknown }>({
      predicate: ({ queryKey: [kind, view] }) =>
        isFound(kind) && (view === "list" || view === "detail"),
    })
    .flatMap(([[kind], answer]) =>
      [answer?.value].flat().flatMap((record) => optionOf(kind as RecordKind, record)),
    );

const seenBefore = (): PaletteOption[] =>
  recordKinds
    .filter(isFound)
    .flatMap((kind) =>
      seenRecords(kind).flatMap(({ id, label }) =>
        typeof label === "string" ? recordOption({ kind, id, label }) : [],
      ),
    );

/** All records that can be named without a request, each once; names from the cache have precedence over stored ones. */
export const knownRecords = (
  cache: QueryClient,
  rules: readonly { readonly rule: unknown }[],
): PaletteOption[] => {
  const all = [
    ...cachedRecords(cache),
    ...seenBefore(),
    ...rules.flatMap(({ rule }) => optionOf("mapping-rules", rule)),
  ];
  const once = new Map<string, PaletteOption>();
  for (const option of all) if (!once.has(option.id)) once.set(option.id, option);
  return [...once.values()];
};
