import { useEffect, useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import { decidableRmaStatuses, type Rma, undecidedUnits } from "#contract/rmas.ts";
import { wholeRmaList } from "#web/api/rmas.ts";

/** The value of the status filter that "To decide" begins with: the API knows only whole RMAs. */
export const toDecide = decidableRmaStatuses.join(",");

/** Whether units of an RMA wait for a decision. A status alone does not say it: all decided can be Partially Approved. */
export const waits = (rma: Rma): boolean =>
  decidableRmaStatuses.includes(rma.rmaStatus ?? "") &&
  rma.items.some((item) => undecidedUnits(item) > 0);

const createdAt = ({ createdAt: at }: Rma): number => Date.parse(at ?? "") || Number.MAX_VALUE;

/** Oldest first; an RMA without a date comes last. */
export const oldestFirst = (rmas: readonly Rma[]): Rma[] =>
  rmas.toSorted((a, b) => createdAt(a) - createdAt(b));

/** Where one RMA is among those that are decided one after the other. */
export interface QueuePlace {
  /** From 1; undefined where the RMA is not in the queue. */
  place: number | undefined;
  count: number;
  previous: number | undefined;
  next: number | undefined;
}

/** The neighbors of an RMA in a queue; one that is not in it comes before the first. */
export const placeIn = (ids: readonly number[], id: number): QueuePlace => {
  const index = ids.indexOf(id);
  return {
    place: index < 0 ? undefined : index + 1,
    count: ids.length,
    previous: ids[index - 1],
    next: ids[index + 1],
  };
};

const idsOf = (rmas: readonly Rma[]): number[] => rmas.flatMap(({ id }) => id ?? []);

let shown: readonly number[] = [];

/** Notes the rows of a list in their order: what is opened from it is decided in this order. */
export const keepQueue = (rmas: readonly Rma[]): void => {
  shown = idsOf(rmas);
};

/**
 * The queue around an RMA: the list that it was opened from, or "To decide", the oldest first. Deciding an RMA does not
 * move it, so "3 of 57" counts on.
 */
export const useQueue = (id: number, enabled: boolean): QueuePlace | undefined => {
  const fromList = shown.includes(id);
  const query = useQuery({
    ...wholeRmaList({ status: toDecide }, "background"),
    enabled: enabled && !fromList,
  });
  const open = useMemo(() => oldestFirst((query.data?.value ?? []).filter(waits)), [query.data]);
  useEffect(() => {
    if (!shown.includes(id) && open.some((rma) => rma.id === id)) keepQueue(open);
  }, [open, id]);
  if (fromList) return placeIn(shown, id);
  return open.length > 0 ? placeIn(idsOf(open), id) : undefined;
};
