import {
  deprecatedPurchaseOrderTypeAbbreviations,
  purchaseOrderTypes,
} from "#contract/purchase-order-types.ts";
import { pathIdPattern } from "#contract/primitives.ts";
import type { RecordKind } from "#web/base/list-search.ts";
import { kindNouns, recordKinds } from "#web/records/record-kinds.ts";
import type { PaletteAct, PaletteOption } from "./palette-options.ts";

/* Options for numbers and ids of records that are not loaded yet: choosing one requests the record. */

type NamedKind = Extract<RecordKind, "rmas" | "returns" | "purchase-orders">;

const orderPrefixes = [
  ...Object.values(purchaseOrderTypes).map(({ abbreviation }) => abbreviation),
  ...Object.keys(deprecatedPurchaseOrderTypeAbbreviations),
].map((prefix) => prefix.toLowerCase());

const prefixes: Readonly<Record<NamedKind, readonly string[]>> = {
  rmas: ["rma"],
  returns: ["rtn"],
  "purchase-orders": orderPrefixes,
};
const namedKinds = Object.keys(prefixes) as NamedKind[];

const spoken: Readonly<Record<RecordKind, readonly string[]>> = {
  rmas: ["rma", "rmas"],
  returns: ["return", "returns", "rtn"],
  "purchase-orders": ["purchase", "order", "orders", ...orderPrefixes],
  "received-orders": ["batch", "batches", "run", "received"],
  products: ["product", "products"],
  "mapping-rules": ["mapping", "rule", "rules"],
  "mapping-sets": ["mapping", "set", "sets"],
  webhooks: ["webhook", "webhooks"],
};

const longest = 60;

interface Typed {
  readonly kinds: readonly RecordKind[];
  readonly value: string;
  readonly isIdMeant: boolean;
  readonly byNumber: boolean;
}

/** Parses a number or id with optional words before it: "rma 30110", "order id 12", "#12". */
const readTyped = (text: string): Typed | undefined => {
  const words = text.trim().split(/\s+/);
  const last = words.pop() ?? "";
  const value = last.replace(/^#/, "");
  if (!/\d/.test(value) || value.length > longest || value.includes(",")) return undefined;
  const spokenWords = words.map((word) => word.toLowerCase());
  const names = spokenWords.filter((word) => word !== "id" && word !== "number" && word !== "#");
  return {
    kinds: recordKinds.filter((kind) => names.every((name) => spoken[kind].includes(name))),
    value,
    isIdMeant: !spokenWords.includes("number") && (spokenWords.length > 0 || last.startsWith("#")),
    byNumber: !spokenWords.includes("id"),
  };
};

/** The kinds that a number can belong to by its prefix; without a known prefix, all of them. */
const ownersOf = (value: string): readonly NamedKind[] => {
  const [, prefix] = /^([a-z]+)-/i.exec(value) ?? [];
  const known = namedKinds.filter((kind) => prefixes[kind].includes(prefix?.toLowerCase() ?? ""));
  return known.length > 0 ? known : namedKinds;
};

/** Whether a text is a number or id in the API's own spelling, so that a product with these digits in a code comes second. */
export const isRecordNumber = (text: string): boolean => {
  const value = readTyped(text)?.value ?? "";
  return /^\d+$/.test(value) || ownersOf(value).length < namedKinds.length;
};

/** The API can't find returns by number; the list of returns can, in the gateway's copy. */
const actOf = (kind: NamedKind, number: string): PaletteAct =>
  kind === "returns"
    ? { kind: "open", path: `/returns?q=${encodeURIComponent(number)}` }
    : { kind: "find", of: kind, number };

const byNumber = (kind: NamedKind, number: string): PaletteOption => ({
  id: `number ${kind} ${number}`,
  label: `${kindNouns[kind]} number ${number}`,
  detail: "Search",
  group: "Number or ID",
  act: actOf(kind, number),
});

const byId = (kind: RecordKind, id: string): PaletteOption => ({
  id: `${kind}/${id}`,
  label: `${kindNouns[kind]} ID ${id}`,
  detail: "Open",
  group: "Number or ID",
  act: { kind: "open", path: `/${kind}/${id}` },
});

/** The records whose number or id the text can be; empty if it is neither. */
export const lookupsFor = (text: string): PaletteOption[] => {
  const typed = readTyped(text);
  if (typed === undefined) return [];
  const { kinds, value } = typed;
  const named = typed.byNumber ? ownersOf(value).filter((kind) => kinds.includes(kind)) : [];
  // Of a bare number, most IDs would be no record's: a person names the kind, or says that it is an ID.
  const ids = typed.isIdMeant && pathIdPattern.test(value) ? kinds : [];
  return [...named.map((kind) => byNumber(kind, value)), ...ids.map((kind) => byId(kind, value))];
};
