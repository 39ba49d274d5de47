import { queryOptions } from "@tanstack/react-query";
import { mappingSetPageSize } from "#contract/limits.ts";
import {
  type MappingSet,
  type MappingSetItem,
  type MappingSetItemSave,
  mappingSetOperations,
  type MappingSetSave,
} from "#contract/mapping-sets.ts";
import type { MappingLine } from "#rules/evaluation-context.ts";
import { type Answer, fetchAnswer, type Sending } from "./call.ts";
import { invalidate, queryClient, storeAnswer } from "./query-client.ts";
import { readOrSayUnserved } from "./record-reader.ts";
import { fetchWholeList, type WholeList } from "./whole-list.ts";

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

const lists = ["mapping-sets", "list"] as const;
const detailKey = (id: number) => ["mapping-sets", "detail", id] as const;
const itemsKey = (id: number) => ["mapping-sets", "items", id] as const;

/** One page of mapping sets; the API returns 100 per page. */
export const mappingSetList = (page: number) =>
  queryOptions({
    queryKey: [...lists, page] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(mappingSetOperations.listMappingSets, {
        query: { page },
        signal,
        urgency: "click",
      }),
  });

/** Loads the current set without its items. The error has status 501 if the upstream cannot read one set. */
export const readMappingSet = (id: number, signal?: AbortSignal): Promise<Answer<MappingSet>> => {
  const { getMappingSet, listMappingSets: list } = mappingSetOperations;
  return readOrSayUnserved(getMappingSet, list, () =>
    fetchAnswer(getMappingSet, { params: { id }, urgency: "click", signal }),
  );
};

/** The detail query of a mapping set, without its items. */
export const mappingSetDetail = (id: number) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => readMappingSet(id, signal),
    // If the upstream has no read operation, the answer of a save is the only copy.
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Loads the set's current items; the API has no pages here. */
export const readMappingSetItems = (
  id: number,
  signal?: AbortSignal,
): Promise<Answer<MappingSetItem[]>> =>
  fetchAnswer(mappingSetOperations.listMappingSetItems, {
    params: { id },
    urgency: "click",
    ...(signal ? { signal } : {}),
  });

/** The query for all items of a mapping set. */
export const mappingSetItems = (id: number) =>
  queryOptions({
    queryKey: itemsKey(id),
    queryFn: ({ signal }) => readMappingSetItems(id, signal),
  });

/** Puts the name of a set into the names that rules look up: a rule opened right after must not call the set missing. */
const cacheName = (id: number, { name }: MappingSet): void => {
  // Of `mappingSetNames`, whose file would load the code of rules with the list of sets.
  const queryKey = ["mapping-rules", "mapping-sets"];
  queryClient.setQueryData<WholeList<Pick<MappingSet, "id" | "name">>>(
    queryKey,
    (cached) =>
      cached && {
        ...cached,
        value: [...cached.value.filter((set) => set.id !== id), { id, name }],
      },
  );
  void invalidate({ queryKey, refetchType: "none" });
};

/** Replaces the cached set with an answer, and marks lists as stale without reloading them. */
export const cacheMappingSet = (id: number, answer: Answer<MappingSet>): void => {
  storeAnswer(detailKey(id), answer);
  void invalidate({ queryKey: lists, refetchType: "none" });
  cacheName(id, answer.value);
};

/** Replaces the cached items with an answer, and updates the item count of the set. */
export const cacheMappingSetItems = (id: number, answer: Answer<MappingSetItem[]>): void => {
  storeAnswer(itemsKey(id), answer);
  queryClient.setQueryData<Answer<MappingSet>>(
    detailKey(id),
    (cached) =>
      cached && { ...cached, value: { ...cached.value, totalItems: answer.value.length } },
  );
  void invalidate({ queryKey: lists, refetchType: "none" });
};

/** Saves the fields of a version of a set (api 4.7). Never retried automatically. */
export const sendMappingSet = (
  id: number,
  body: MappingSetSave,
  headers: Sending,
): Promise<Answer<MappingSet>> =>
  fetchAnswer(mappingSetOperations.updateMappingSet, {
    params: { id },
    body,
    headers,
    urgency: "click",
  });

/** Creates a set, if the upstream serves that. */
export const createMappingSet = (
  body: MappingSetSave,
  headers: Sending,
): Promise<Answer<MappingSet>> =>
  fetchAnswer(mappingSetOperations.createMappingSet, { body, headers, urgency: "click" });

const maxListedSets = 1_000;

/** Loads the sets, up to 1,000, past the query cache: a read in progress may be older than what is looked for. */
export const listMappingSets = (): Promise<WholeList<MappingSet>> =>
  fetchWholeList(
    ({ pageNumber: page }) =>
      fetchAnswer(mappingSetOperations.listMappingSets, { query: { page }, urgency: "click" }),
    { pageSize: mappingSetPageSize, maxRows: maxListedSets, startOfLonger: true },
  );

/** All sets, up to 1,000. */
export const wholeMappingSetList = () =>
  queryOptions({ queryKey: [...lists, "whole"] as const, queryFn: listMappingSets });

/** The sets of the list pages in the query cache. */
export const listCachedMappingSets = (): MappingSet[] =>
  queryClient
    .getQueriesData<Answer<MappingSet[]>>({ queryKey: lists })
    .flatMap(([, answer]) => answer?.value ?? []);

/** Adds and updates items of a version of all items, all or none. Never retried automatically: a repeated addition would create duplicates. */
export const sendMappingSetItems = (
  id: number,
  body: MappingSetItemSave[],
  headers: Sending,
): Promise<Answer<MappingSetItem[]>> =>
  fetchAnswer(mappingSetOperations.saveMappingSetItems, {
    params: { id },
    body,
    headers,
    urgency: "click",
  });
