import { queryOptions } from "@tanstack/react-query";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import { answerOf } from "./call.ts";

/** One page of mapping sets; the API gives 100 a page. */
export const mappingSetList = (page: number) =>
  queryOptions({
    queryKey: ["mapping-sets", "list", page] as const,
    queryFn: ({ signal }) =>
      answerOf(mappingSetOperations.listMappingSets, {
        query: { page },
        signal,
        urgency: "click",
      }),
  });

/** One mapping set, without its items. */
export const mappingSetDetail = (id: number) =>
  queryOptions({
    queryKey: ["mapping-sets", "detail", id] as const,
    queryFn: ({ signal }) =>
      answerOf(mappingSetOperations.getMappingSet, { params: { id }, signal, urgency: "click" }),
  });

/** All items of a mapping set; the API gives them whole. */
export const mappingSetItems = (id: number) =>
  queryOptions({
    queryKey: ["mapping-sets", "items", id] as const,
    queryFn: ({ signal }) =>
      answerOf(mappingSetOperations.listMappingSetItems, {
        params: { id },
        signal,
        urgency: "click",
      }),
  });
