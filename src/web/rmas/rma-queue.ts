import { useEffect, useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import { decidableRmaStatuses, hasUndecidedUnits, type Rma } from "#contract/rmas.ts";
import { readTime } from "#contract/read-time.ts";
import { oldestRmas } from "#web/api/rma-queues.ts";

/** The status filter of "To decide": the API filters whole RMAs only. */
export const toDecide = decidableRmaStatuses.join(",");

/** When an RMA was created, in ms; one without a date is the newest. */
export const createdAt = ({ createdAt: at }: Rma): number => readTime(at) || Number.MAX_VALUE;

/** Oldest first; an RMA without a date comes last. */
export const oldestFirst = (rmas: readonly Rma[]): Rma[] =>
  rmas.toSorted((a, b) => createdAt(a) - createdAt(b));

/** The place of one RMA in the queue. */
export interface QueuePlace {
  /** From 1; undefined if the RMA is not in the queue. */
  place: number | undefined;
  count: number;
  /** Whether more RMAs are to decide than the queue holds. */
  isPart: boolean;
  previous: number | undefined;
  next: number | undefined;
}

/** Whether the RMAs to decide are known: "none" if they cannot be listed. */
export type QueueState = "loading" | "known" | "none";

/** The neighbors of an RMA in a queue; one that is not in it comes before the first. */
export const findPlace = (ids: readonly number[], id: number, isPart = false): QueuePlace => {
  const index = ids.indexOf(id);
  return {
    place: index < 0 ? undefined : index + 1,
    count: ids.length,
    isPart,
    previous: ids[index - 1],
    next: ids[index + 1],
  };
};

/** The place in words; empty if only part of the RMAs to decide are known, and this one is not among them. */
export const describePlace = ({ place, count, isPart }: QueuePlace): string => {
  if (place !== undefined) return `${place} of ${count}`;
  return isPart ? "" : `${count} to decide`;
};

const listIds = (rmas: readonly Rma[]): number[] => rmas.flatMap(({ id }) => id ?? []);

let current: readonly number[] = [];

/** Stores the order of a list's rows: RMAs opened from it are decided in this order. */
export const setQueue = (rmas: readonly Rma[]): void => {
  current = listIds(rmas);
};

/**
 * The queue of an RMA: the list that it was opened from, or "To decide", the oldest first; of more than 200 the oldest
 * 100. Deciding an RMA does not remove it from the queue, so that "3 of 57" continues to count.
 */
export const useQueue = (
  id: number,
  enabled: boolean,
): { place: QueuePlace | undefined; state: QueueState } => {
  const fromList = current.includes(id);
  const query = useQuery({
    ...oldestRmas({ status: toDecide }),
    enabled: enabled && !fromList,
  });
  const open = useMemo(
    () => oldestFirst((query.data?.value ?? []).filter(hasUndecidedUnits)),
    [query.data],
  );
  useEffect(() => {
    if (!current.includes(id) && open.some((rma) => rma.id === id)) setQueue(open);
  }, [open, id]);
  if (fromList) return { place: findPlace(current, id), state: "known" };
  return {
    place: open.length > 0 ? findPlace(listIds(open), id, query.data?.cut) : undefined,
    state: query.isPending ? "loading" : query.isLoadingError ? "none" : "known",
  };
};
