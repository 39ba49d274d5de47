import { useQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { hasUndecidedUnits, type Rma, countUndecidedUnits } from "#contract/rmas.ts";
import { useSourceName } from "#web/api/party-names.ts";
import { rmaDetail } from "#web/api/rmas.ts";
import { rmaQueue } from "#web/api/rma-queues.ts";
import { compareCells, sortValue } from "#web/kit/columns.tsx";
import type { SearchOf } from "#web/base/list-search.ts";
import { deskChanges, getDesk } from "#web/screens/rmas/decision-desks.ts";
import { matchesOwnFilter, readRmaFilter, rmaColumns } from "#web/screens/rmas/rma-rows.tsx";
import { createdAt, oldestFirst, toDecide } from "#web/screens/rmas/rma-queue.ts";
import { mergeQueue, refreshQueue } from "./queue-order.ts";

/** An RMA as this browser knows it: the queue stores all of its rows as records. */
export const useKnownRma = (id: number): Rma | undefined => {
  const { data } = useQuery({ ...rmaDetail(id), enabled: false });
  const rma = data?.value ?? getDesk(id).record();
  return rma.id === undefined ? undefined : rma;
};

/** Whether an RMA of the queue is still to decide. */
export const isToDecide = (id: number): boolean => hasUndecidedUnits(getDesk(id).record());

/** The number of RMAs that are still to decide. */
export const useToDecideCount = (ids: readonly number[]): number =>
  useSyncExternalStore(deskChanges.subscribe, () => ids.filter(isToDecide).length);

export const countUndecided = (rma: Rma): number =>
  rma.items.reduce((sum, item) => sum + countUndecidedUnits(item), 0);

type NameOf = (id: Rma["sourceId"]) => string;

/** The order of the list that the queue was opened from; by default the oldest first. */
const orderRmas = (rmas: readonly Rma[], sort: string | undefined, sourceName: NameOf): Rma[] => {
  const column = rmaColumns(sourceName).find(({ id }) => id === sort?.replace(/^-/, ""));
  if (!column) return oldestFirst(rmas);
  const descending = sort?.startsWith("-") ?? false;
  return rmas.toSorted((a, b) =>
    compareCells(sortValue(column, a), sortValue(column, b), descending),
  );
};

const listIds = (rmas: readonly Rma[]): number[] => rmas.flatMap(({ id }) => id || []);

/** The queue for an address. Its order stays while the screen is open, also when RMAs are decided. */
export const useQueueRows = (search: SearchOf<"/rmas/queue">) => {
  const { rma: _, ...listed } = search;
  const { filter, unknownReturn } = readRmaFilter(listed);
  const query = useQuery({
    ...rmaQueue({ ...filter, status: filter.status ?? toDecide }),
    enabled: unknownReturn === undefined,
  });
  const sourceName = useSourceName(query.isSuccess);
  const [held, setHeld] = useState<readonly number[]>([]);
  const listRmas = (answer: typeof query.data) =>
    orderRmas((answer?.value ?? []).filter(matchesOwnFilter(listed)), search.sort, sourceName);
  const rmas = listRmas(query.data);
  const loaded = listIds(rmas).filter((id) => held.includes(id) || isToDecide(id));
  const ids = mergeQueue(held, loaded);
  if (ids.length !== held.length) setHeld(ids);
  return {
    query,
    unknownReturn,
    sourceName,
    ids: held.length === ids.length ? held : ids,
    /** The number of all RMAs if only the oldest are in the queue. */
    of: query.data?.cut ? query.data.total : undefined,
    /**
     * Loads the queue again; of the RMAs that no longer belong to it, `isKept` stay. Returns the new ones and all ids, or
     * undefined if it failed.
     */
    refresh: async (isKept: (id: number) => boolean) => {
      const { data, isError } = await query.refetch();
      if (isError || !data) return undefined;
      const now = listIds(listRmas(data)).filter(isToDecide);
      // Of a longer list only the oldest were loaded: one that is newer than those may still belong to it.
      const last = Math.max(...data.value.map(createdAt));
      const isBeyond = (id: number) => data.cut && createdAt(getDesk(id).record()) > last;
      const next = refreshQueue(ids, now, (id) => isKept(id) || (isBeyond(id) && isToDecide(id)));
      setHeld(next);
      return { ids: next, added: now.filter((id) => !ids.includes(id)) };
    },
  };
};

/** The result of `useQueueRows`. */
export type QueueRows = ReturnType<typeof useQueueRows>;
