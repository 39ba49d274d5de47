import { useEffect, useState } from "react";
import {
  type FoundRecord,
  type FoundRecords,
  type SearchedField,
} from "#contract/record-search.ts";
import { searchRecords } from "#web/api/record-search.ts";
import { formatQuantity } from "#web/base/format.ts";
import { kindNouns } from "#web/records/record-kinds.ts";
import { returnStatusName } from "#web/records/return-name.ts";
import { type PaletteGroup, type PaletteOption, recordOption } from "./palette-options.ts";

/** One letter matches nearly everything. */
const shortest = 2;
/** Keys that follow each other faster are one search. */
const pauseMs = 80;
const mostHits = 5;

const titles = { "purchase-orders": "Orders", rmas: "RMAs", returns: "Returns" } as const;
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
  const state = kind === "returns" && status !== null ? returnStatusName(status) : (status ?? "");
  return [match, state].filter(Boolean).join(" · ");
};

const showAll = ({ kind, total, hasMore }: FoundRecords, text: string): PaletteOption => ({
  id: `all ${kind}`,
  label: hasMore
    ? `Show all ${plurals[kind]}`
    : `Show all ${formatQuantity(total)} ${plurals[kind]}`,
  detail: hasMore ? `More than ${formatQuantity(total)} matches` : "",
  act: { kind: "open", path: `/${kind}?q=${encodeURIComponent(text)}` },
});

/** The found records in groups: orders, RMAs and returns. */
const foundGroups = (text: string, found: readonly FoundRecords[]): PaletteGroup[] =>
  found
    .filter(({ hits }) => hits.length > 0)
    .map((group): PaletteGroup => {
      const { kind, hits, total } = group;
      const options = hits.map((hit) => ({
        ...recordOption({ kind, id: hit.id, label: hit.name || `${kindNouns[kind]} ${hit.id}` }),
        detail: describeHit(kind, hit),
      }));
      return {
        title: titles[kind],
        options: total > hits.length ? [...options, showAll(group, text)] : options,
      };
    });

/** Why records may be missing among those found; empty if none are. */
const explainMissing = (found: readonly FoundRecords[]): string => {
  if (found.some(({ state }) => state.phase === "off"))
    return "Orders, RMAs and returns are found by number only.";
  return found.some(({ state }) => state.phase === "loading")
    ? "Older orders, RMAs and returns are still being loaded."
    : "";
};

interface Found {
  readonly text: string;
  readonly groups: readonly PaletteGroup[];
  readonly missing: string;
}

const nothingFound: Found = { text: "", groups: [], missing: "" };

/** Finds records in the gateway's copy while the user types: the latest text only. */
export const useFoundRecords = (text: string): Found & { readonly isPending: boolean } => {
  const [found, setFound] = useState(nothingFound);
  const wanted = text.length < shortest ? "" : text;
  useEffect(() => {
    if (wanted === "") return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const search = async () => {
      // Without an answer, the rest of the palette works.
      const found = await searchRecords(wanted, mostHits, signal).catch(() => []);
      if (signal.aborted) return;
      setFound({
        text: wanted,
        groups: foundGroups(wanted, found),
        missing: explainMissing(found),
      });
    };
    const timer = setTimeout(() => void search(), pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [wanted]);
  // The groups of the previous text stay until the next ones are found, so that they don't flicker with each key.
  return wanted === ""
    ? { ...nothingFound, isPending: false }
    : { ...found, isPending: found.text !== wanted };
};
