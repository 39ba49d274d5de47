import { queryOptions } from "@tanstack/react-query";
import type {
  MappingSet,
  MappingSetItem,
  MappingSetItemSave,
  MappingSetSave,
} from "#contract/mapping-sets.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import { ApiError, isUnserved } from "./api-error.ts";
import { type Answer, answerOf } from "./call.ts";
import { queryClient } from "./query-client.ts";

const lists = ["mapping-sets", "list"] as const;
const detailKey = (id: number) => ["mapping-sets", "detail", id] as const;
const itemsKey = (id: number) => ["mapping-sets", "items", id] as const;

/** One page of mapping sets; the API gives 100 a page. */
export const mappingSetList = (page: number) =>
  queryOptions({
    queryKey: [...lists, page] as const,
    queryFn: ({ signal }) =>
      answerOf(mappingSetOperations.listMappingSets, {
        query: { page },
        signal,
        urgency: "click",
      }),
  });

/** Whether a 404 means that there is no such set, or that there is no such operation: the list tells. */
const listIsServed = (): Promise<boolean> =>
  queryClient.fetchQuery(mappingSetList(1)).then(
    () => true,
    (error: unknown) => !isUnserved(error),
  );

/** The set as the upstream holds it now, without its items; an error with the status 405 where there is no such read. */
export const readMappingSet = async (
  id: number,
  signal?: AbortSignal,
): Promise<Answer<MappingSet>> => {
  try {
    return await answerOf(mappingSetOperations.getMappingSet, {
      params: { id },
      urgency: "click",
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (!isUnserved(error) || !(error instanceof ApiError)) throw error;
    if (error.status === 404 && (await listIsServed())) throw error;
    throw new ApiError(error.message, { status: 405, outcome: "refused" });
  }
};

/** One mapping set, without its items. */
export const mappingSetDetail = (id: number) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => readMappingSet(id, signal),
    // Where nothing can be read, the answer to a change is all there is.
    gcTime: Number.POSITIVE_INFINITY,
  });

/** The set's items as the upstream holds them now; the API gives them whole. */
export const readMappingSetItems = (
  id: number,
  signal?: AbortSignal,
): Promise<Answer<MappingSetItem[]>> =>
  answerOf(mappingSetOperations.listMappingSetItems, {
    params: { id },
    urgency: "click",
    ...(signal ? { signal } : {}),
  });

/** All items of a mapping set. */
export const mappingSetItems = (id: number) =>
  queryOptions({
    queryKey: itemsKey(id),
    queryFn: ({ signal }) => readMappingSetItems(id, signal),
  });

/** Puts an answer in the place of what the screens hold, and marks lists as out of date without asking for them. */
export const keepMappingSet = (id: number, answer: Answer<MappingSet>): void => {
  queryClient.setQueryData(detailKey(id), answer);
  void queryClient.invalidateQueries({ queryKey: lists, refetchType: "none" });
  void queryClient.invalidateQueries({
    queryKey: ["mapping-rules", "mapping-sets"],
    refetchType: "none",
  });
};

/** The same for items; the set's own count follows them. */
export const keepMappingSetItems = (id: number, answer: Answer<MappingSetItem[]>): void => {
  queryClient.setQueryData(itemsKey(id), answer);
  queryClient.setQueryData<Answer<MappingSet>>(
    detailKey(id),
    (held) => held && { ...held, value: { ...held.value, totalItems: answer.value.length } },
  );
  void queryClient.invalidateQueries({ queryKey: lists, refetchType: "none" });
};

/** Sends a change of a set's own fields (api 4.7). Never repeated by itself. */
export const sendMappingSet = (id: number, body: MappingSetSave): Promise<Answer<MappingSet>> =>
  answerOf(mappingSetOperations.updateMappingSet, { params: { id }, body, urgency: "click" });

/** Makes a new set, where the upstream offers that. */
export const createMappingSet = (body: MappingSetSave): Promise<Answer<MappingSet>> =>
  answerOf(mappingSetOperations.createMappingSet, { body, urgency: "click" });

/** Adds and changes items, all of them or none. Never repeated by itself: what is added twice is there twice. */
export const sendMappingSetItems = (
  id: number,
  body: MappingSetItemSave[],
): Promise<Answer<MappingSetItem[]>> =>
  answerOf(mappingSetOperations.saveMappingSetItems, { params: { id }, body, urgency: "click" });
