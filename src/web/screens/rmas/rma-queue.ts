import { useEffect, useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import { decidableRmaStatuses, hasUndecidedUnits, type Rma } from "#contract/rmas.ts";
import { readTime } from "#contract/read-time.ts";
import { oldestRmas } from "#web/api/rma-queues.ts";
import { findListed, findPlace, type ListPlace, setListed } from "#web/base/listed-records.ts";

/** The status filter of "To decide": the API filters whole RMAs only. */
export const toDecide = decidableRmaStatuses.join(",");

/** When an RMA was created, in ms; one without a date is the newest. */
export const createdAt = ({ createdAt: at }: Rma): number => readTime(at) || Number.MAX_VALUE;

/** Oldest first; an RMA without a date comes last. */
export const oldestFirst = (rmas: readonly Rma[]): Rma[] =>
  rmas.toSorted((a, b) => createdAt(a) - createdAt(b));

/** The place of one RMA in the queue. */
export interface QueuePosition extends ListPlace {
  /** Whether more RMAs are to decide than the queue holds. */
  isPart: boolean;
}

/** Whether the RMAs to decide are known: "none" if they cannot be listed. */
export type QueueState = "loading" | "known" | "none";

/** The place in words; empty if only part of the RMAs to decide are known, and this one is not among them. */
export const describePosition = ({ place, count, isPart }: QueuePosition): string => {
  if (place !== undefined) return `${place} of ${count}`;
  return isPart ? "" : `${count} to decide`;
};

const listIds = (rmas: readonly Rma[]): number[] => rmas.flatMap(({ id }) => id ?? []);

/**
 * The queue of an RMA: the list that it was opened from, or "To decide", the oldest first; of more than 200 the oldest
 * 100. Deciding an RMA does not remove it from the queue, so that "3 of 57" continues to count.
 */
export const useQueuePosition = (
  id: number,
  enabled: boolean,
): { place: QueuePosition | undefined; state: QueueState } => {
  const fromList = findListed("rmas", id);
  const query = useQuery({
    ...oldestRmas({ status: toDecide }),
    enabled: enabled && !fromList,
  });
  const open = useMemo(
    () => oldestFirst((query.data?.value ?? []).filter(hasUndecidedUnits)),
    [query.data],
  );
  useEffect(() => {
    if (!findListed("rmas", id) && open.some((rma) => rma.id === id))
      setListed("rmas", listIds(open));
  }, [open, id]);
  if (fromList) return { place: { ...fromList, isPart: false }, state: "known" };
  return {
    place:
      open.length > 0
        ? { ...findPlace(listIds(open), id), isPart: query.data?.cut ?? false }
        : undefined,
    state: query.isPending ? "loading" : query.isLoadingError ? "none" : "known",
  };
};
