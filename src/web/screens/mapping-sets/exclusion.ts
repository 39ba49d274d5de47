import type { MappingSet } from "#contract/mapping-sets.ts";

const plurals: Readonly<Record<string, string>> = {
  sku: "SKUs",
  brand: "brands",
  category: "categories",
};

/** The purpose of a mapping set, in words: it translates values, or excludes those of one source (api 2.13). */
export const exclusionInWords = (
  set: Pick<MappingSet, "exclusionListForSourceId" | "exclusionType">,
  sourceName: (id: number) => string,
): string => {
  const { exclusionListForSourceId: sourceId, exclusionType } = set;
  if (sourceId === null || sourceId === undefined) return "Translates values";
  const what = plurals[exclusionType ?? ""] ?? exclusionType ?? "values";
  return `Excludes ${what} of ${sourceName(sourceId)}`;
};
