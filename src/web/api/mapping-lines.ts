import { type MappingSetItem, mappingSetOperations } from "#contract/mapping-sets.ts";
import type { MappingLine } from "#rules/evaluation-context.ts";
import { fetchAnswer } from "./call.ts";
import { queryClient } from "./query-client.ts";

/** The items of a mapping set as the lines that a rule looks values up in. */
export const toMappingLines = (items: readonly MappingSetItem[]): MappingLine[] =>
  items.map(({ fromValue, toValue }) => ({ from: fromValue, to: toValue ?? "" }));

/** Loads the lines of a mapping set, for rules that look up values in it. Background priority. */
export const fetchMappingLines = async (id: number): Promise<MappingLine[]> => {
  const { value } = await queryClient.fetchQuery({
    queryKey: ["mapping-sets", "items", id] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(mappingSetOperations.listMappingSetItems, {
        params: { id },
        signal,
        urgency: "background",
      }),
  });
  return toMappingLines(value);
};
