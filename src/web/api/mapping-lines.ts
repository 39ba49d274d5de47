import { mappingSetOperations } from "#contract/mapping-sets.ts";
import type { MappingLine } from "#rules/evaluation-context.ts";
import { answerOf } from "./call.ts";
import { queryClient } from "./query-client.ts";

/** The lines of a mapping set, for rules that look values up in it. Behind everything that a person waits for. */
export const mappingLinesOf = async (id: number): Promise<MappingLine[]> => {
  const { value } = await queryClient.fetchQuery({
    queryKey: ["mapping-sets", "items", id] as const,
    queryFn: ({ signal }) =>
      answerOf(mappingSetOperations.listMappingSetItems, {
        params: { id },
        signal,
        urgency: "background",
      }),
  });
  return value.map(({ fromValue, toValue }) => ({ from: fromValue, to: toValue ?? "" }));
};
