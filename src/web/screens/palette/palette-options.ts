import type { QueryClient } from "@tanstack/react-query";
import { foldWords, startsWord, toFoldedWords } from "#catalog/fold-words.ts";
import { sourceList } from "#web/api/account.ts";
import type { RecordKind } from "#web/base/list-search.ts";
import { isId } from "#web/base/record-id.ts";
import { isRecordKind, kindNouns, recordKinds } from "#web/records/record-kinds.ts";
import { seenRecords } from "#web/records/recent-records.ts";

/** The kinds of record that the API lists by number. */
export type NumberedKind = Extract<RecordKind, "rmas" | "purchase-orders">;

export type PaletteAct =
  | {
      readonly kind: "open";
      readonly path: string;
      /** Focuses the product search. */
      readonly toSearch?: true;
    }
  | { readonly kind: "run"; readonly run: () => void }
  /** Finds the record with one request, and opens it. */
  | { readonly kind: "find"; readonly of: NumberedKind; readonly number: string };

export interface PaletteOption {
  readonly id: string;
  readonly label: string;
  /** Shown beside the label: a SKU, for example. */
  readonly detail: string;
  /** The title of its group, where that isn't the same for all options of its kind. */
  readonly group?: string;
  /** It leads to more of its group. */
  readonly isLast?: true;
  /** Other words to find it by. */
  readonly words?: string;
  readonly act: PaletteAct;
  /** Why it can't be chosen; shown when a person tries. */
  readonly locked?: string | undefined;
}

export interface PaletteGroup {
  readonly title: string;
  readonly options: readonly PaletteOption[];
}

export interface OpenedRecord {
  readonly kind: RecordKind;
  readonly id: number;
  readonly label: string;
  readonly channel?: number | undefined;
  /** Another name, such as a SKU. */
  readonly also?: string;
}

/** The title of the group of each kind of record. */
export const groupTitles: Readonly<Record<RecordKind, string>> = {
  rmas: "RMAs",
  returns: "Returns",
  "purchase-orders": "Purchase orders",
  "received-orders": "Received orders",
  products: "Products",
  "mapping-rules": "Mapping rules",
  "mapping-sets": "Mapping sets",
  webhooks: "Webhooks",
};

/** Creates an option that opens a record. The same record always gets the same id. */
export const recordOption = ({ kind, id, label, channel, also }: OpenedRecord): PaletteOption => ({
  id: `${kind}/${id}`,
  label,
  detail: also ?? "",
  group: groupTitles[kind],
  words: `${id} ${kindNouns[kind]} ${also ?? ""}`,
  act: {
    kind: "open",
    path: `/${kind}/${id}${channel === undefined ? "" : `?channel=${channel}`}`,
  },
});

/** Best first: equal, starts with the text, contains it at the start of words, contains it. */
const ranks = { exact: 0, start: 1, words: 2, inside: 3 } as const;

interface Folded {
  readonly label: string;
  readonly text: string;
}

const known = new WeakMap<PaletteOption, Folded>();

/** Folding thousands of labels for each key would take longer than the rest of the search. */
const fold = (option: PaletteOption): Folded => {
  const before = known.get(option);
  if (before) return before;
  const label = foldWords(option.label);
  const folded = { label, text: `${label} ${foldWords(option.words ?? "")}` };
  known.set(option, folded);
  return folded;
};

const rankOf = (option: PaletteOption, typed: string, words: readonly string[]) => {
  const { label, text } = fold(option);
  if (!words.every((word) => text.includes(word))) return undefined;
  if (label === typed) return ranks.exact;
  if (label.startsWith(typed)) return ranks.start;
  return words.every((word) => startsWord(text, text.indexOf(word))) ? ranks.words : ranks.inside;
};

/** Returns the options that contain all typed words, best first. Without a text it returns all of them. */
export const matchOptions = (
  options: readonly PaletteOption[],
  text: string,
  limit = Infinity,
): PaletteOption[] => {
  const words = toFoldedWords(text);
  if (words.length === 0) return options.slice(0, limit);
  const typed = foldWords(text.trim());
  return options
    .flatMap((option) => {
      const rank = rankOf(option, typed, words);
      return rank === undefined ? [] : { option, rank };
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ option }) => option);
};

/** The field with the name or number of a record, for each kind that is found here. */
const nameFields: Readonly<Partial<Record<RecordKind, string>>> = {
  rmas: "rmaNumber",
  returns: "returnNumber",
  "purchase-orders": "purchaseOrderNumber",
  "mapping-rules": "name",
  "mapping-sets": "name",
  webhooks: "configurationName",
};

/** Products are found in the catalog, and runs have no name. */
const isFound = (kind: unknown): kind is RecordKind => isRecordKind(kind) && kind in nameFields;

const optionOf = (kind: RecordKind, record: unknown): PaletteOption[] => {
  if (typeof record !== "object" || record === null) return [];
  const { id, [nameFields[kind] ?? ""]: name } = record as Readonly<Record<string, unknown>>;
  if (!isId(id)) return [];
  const label = typeof name === "string" && name.trim() !== "" ? name : `${kindNouns[kind]} ${id}`;
  return [recordOption({ kind, id, label })];
};

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
    .flatMap((kind) => seenRecords(kind).map(({ id, label }) => recordOption({ kind, id, label })));

/** The sources, if a screen has listed them: their RMAs and their orders. */
const sourceOptions = (cache: QueryClient): PaletteOption[] => {
  const sources = cache.getQueryData(sourceList().queryKey)?.value ?? [];
  const lists = [
    ["RMAs of this source", "/rmas?sourceId="],
    ["Orders of this source", "/purchase-orders?filterSourceId="],
  ] as const;
  return lists.flatMap(([detail, path]) =>
    sources.map(({ id, name }): PaletteOption => ({
      id: path + id,
      label: name || `Source ${id}`,
      detail,
      group: "Sources",
      act: { kind: "open", path: path + id },
    })),
  );
};

/** All records that can be named without a request, each once; names from the cache have precedence over stored ones. */
export const knownRecords = (
  cache: QueryClient,
  rules: readonly { readonly rule: unknown }[],
): PaletteOption[] => {
  const all = [
    ...cachedRecords(cache),
    ...seenBefore(),
    ...rules.flatMap(({ rule }) => optionOf("mapping-rules", rule)),
    ...sourceOptions(cache),
  ];
  const once = new Map<string, PaletteOption>();
  for (const option of all) if (!once.has(option.id)) once.set(option.id, option);
  return [...once.values()];
};
