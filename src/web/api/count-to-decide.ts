import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { decidableRmaStatuses, hasUndecidedUnits, type Rma } from "#contract/rmas.ts";
import type { Answer } from "./call.ts";
import { isOlder } from "./query-client.ts";
import { decisionTimes, rmaDetail, rmaLists, waitingRmas } from "./rmas.ts";

type Listed = Answer<Rma[]> & { cut?: boolean };

interface Source {
  readonly rmas: readonly Rma[];
  readonly total: number | undefined;
  /** Whether there may be more RMAs than `rmas`. */
  readonly isPart: boolean;
  /** When its read began, where that is known, and when it ended, in ms. */
  readonly from: number;
  readonly at: number;
}

interface ToDecide {
  readonly count: number;
  /** Whether it counts one page of an upstream that returns no total. */
  readonly orMore: boolean;
  readonly at: number;
  /** False if a decision was being saved during each read: the API may have counted before or after it. */
  readonly isSure: boolean;
}

/** Whether a list contains all RMAs that can be decided, and no others; a page is part of such a list. */
const hasAllWaiting = (queryKey: QueryKey): boolean => {
  const filter = queryKey.at(-1);
  if (typeof filter !== "object" || filter === null) return false;
  const { status, pageNumber: _, pageSize: _size, ...others } = filter as Record<string, unknown>;
  return status === waitingRmas.status && Object.values(others).every((value) => !value);
};

const readSources = (client: QueryClient, readsFrom: ReadonlyMap<string, number>): Source[] =>
  client
    .getQueryCache()
    .findAll({ queryKey: rmaLists, predicate: ({ queryKey }) => hasAllWaiting(queryKey) })
    .flatMap(({ queryHash, state }) => {
      const data = state.data as Listed | undefined;
      if (!data) return [];
      const { value: rmas, total, cut } = data;
      const isPart = cut ?? (total === undefined ? rmas.length >= waitingRmas.pageSize : true);
      const at = state.dataUpdatedAt;
      return { rmas, total, isPart, from: readsFrom.get(queryHash) ?? at, at };
    })
    .toSorted((a, b) => b.at - a.at);

/**
 * Counts the RMAs to decide from the lists in the cache, without a request; undefined if there is none: from the newest
 * list that no decision overlapped, if there is one, and the decisions of this browser since. Of each RMA the
 * newest known version counts, not the version that arrived last. `readsFrom`: when the reads of the lists in the cache began,
 * by hash.
 */
export const countToDecide = (
  client: QueryClient,
  readsFrom: ReadonlyMap<string, number> = new Map(),
): ToDecide | undefined => {
  const sources = readSources(client, readsFrom);
  const savedAt = (id: number) => client.getQueryState(rmaDetail(id).queryKey)?.dataUpdatedAt ?? 0;
  /** Whether no decision was being saved during a read. */
  const isCertain = ({ from, at }: Source) =>
    ![...decisionTimes].some(
      ([id, sentAt]) => sentAt <= at && (savedAt(id) >= from || savedAt(id) < sentAt),
    );
  const certain = sources.find(isCertain);
  const newest = certain ?? sources[0];
  if (!newest) return undefined;
  const listed = new Map(
    sources.toReversed().flatMap(({ rmas, at }) => rmas.map((rma) => [rma.id, { rma, at }])),
  );
  for (const id of decisionTimes.keys()) {
    const rma = client.getQueryData(rmaDetail(id).queryKey)?.value;
    if (rma && !listed.has(id)) listed.set(id, { rma, at: savedAt(id) });
  }
  const findNewest = (rma: Rma, at: number): Rma => {
    const { queryKey } = rmaDetail(rma.id ?? 0);
    const { data, dataUpdatedAt = 0 } = client.getQueryState<Answer<Rma>>(queryKey) ?? {};
    if (!data || isOlder(data.value, rma)) return rma;
    return isOlder(rma, data.value) || dataUpdatedAt > at ? data.value : rma;
  };
  const isSure = certain !== undefined;
  const { at, total } = newest;
  const isOpen = (rma: Rma) => hasUndecidedUnits(findNewest(rma, at));
  if (total === undefined)
    return { count: newest.rmas.filter(isOpen).length, orMore: newest.isPart, at, isSure };
  const onPage = new Set(newest.rmas.map(({ id }) => id));
  // The API's total has all RMAs with these statuses, decided or not, and those that this browser decided after the read.
  const isInTotal = (id: number, rma: Rma) =>
    onPage.has(id) ||
    decidableRmaStatuses.includes(rma.rmaStatus ?? "") ||
    (decisionTimes.get(id) ?? 0) > at;
  const decided = [...listed.values()]
    .map((known) => findNewest(known.rma, known.at))
    .filter((rma) => !hasUndecidedUnits(rma) && isInTotal(rma.id ?? 0, rma));
  return { count: Math.max(0, total - decided.length), orMore: false, at, isSure };
};
