import {
  type FoundRecord,
  type FoundRecords,
  type SearchedField,
} from "#contract/record-search.ts";
import { searchRecords } from "#web/api/record-search.ts";
import { formatQuantity, sentenceCase } from "#web/base/format.ts";
import { kindNouns } from "#web/records/record-kinds.ts";
import { returnStatusName } from "#web/records/return-name.ts";
import { groupTitles, type PaletteOption, recordOption } from "./palette-options.ts";
import { useSearch } from "./use-search.ts";

const mostHits = 5;

const plurals = { "purchase-orders": "orders", rmas: "RMAs", returns: "returns" } as const;

const fieldNames: Readonly<Record<SearchedField, string>> = {
  number: "Number",
  customer: "Customer",
  email: "Email",
  phone: "Phone",
  tracking: "Tracking",
  sku: "SKU",
  code: "Product code",
  title: "Item",
  tag: "Tag",
  attribute: "Attribute",
};

const describeHit = (kind: FoundRecords["kind"], { name, matched, status }: FoundRecord) => {
  const isNamed = matched === null || matched.value === name;
  const match = isNamed ? "" : `${fieldNames[matched.field]} ${matched.value}`;
  const state =
    kind === "returns" && status !== null ? returnStatusName(status) : sentenceCase(status ?? "");
  return [match, state].filter(Boolean).join(" · ");
};

const showAll = ({ kind, total, hasMore }: FoundRecords, text: string): PaletteOption => ({
  id: `all ${kind}`,
  label: hasMore
    ? `Show all ${plurals[kind]}`
    : `Show all ${formatQuantity(total)} ${plurals[kind]}`,
  detail: hasMore ? `More than ${formatQuantity(total)} matches` : "",
  group: groupTitles[kind],
  isLast: true,
  act: { kind: "open", path: `/${kind}?q=${encodeURIComponent(text)}` },
});

const foundOptions = (group: FoundRecords, text: string): PaletteOption[] => {
  const { kind, hits, total } = group;
  const options = hits.map((hit) => ({
    ...recordOption({ kind, id: hit.id, label: hit.name || `${kindNouns[kind]} ${hit.id}` }),
    detail: describeHit(kind, hit),
  }));
  return total > hits.length ? [...options, showAll(group, text)] : options;
};

/** Why records may be missing among those found; empty if none are. */
const explainMissing = (found: readonly FoundRecords[]): string => {
  if (found.some(({ state }) => state.phase === "off"))
    return "Orders, RMAs and returns are found by number only.";
  return found.some(({ state }) => state.phase === "loading")
    ? "Older orders, RMAs and returns are still being loaded."
    : "";
};

interface Found {
  /** The found records, each with its kind as its group. */
  readonly options: readonly PaletteOption[];
  readonly missing: string;
}

const nothingFound: Found = { options: [], missing: "" };

const search = async (text: string, signal: AbortSignal): Promise<Found> => {
  const found = await searchRecords(text, mostHits, signal);
  return {
    options: found.flatMap((group) => foundOptions(group, text)),
    missing: explainMissing(found),
  };
};

/** Finds records in the gateway's copy while the user types. */
export const useFoundRecords = (text: string) => useSearch(text, search, nothingFound);
