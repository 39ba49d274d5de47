import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { hasUndecidedUnits, type Rma } from "#contract/rmas.ts";
import type { Answer } from "./call.ts";
import { rmaDetail } from "./rmas.ts";
import { waitingRmas } from "./waiting-rmas.ts";

type Listed = Answer<Rma[]> & { cut?: boolean };

interface Source {
  readonly rmas: readonly Rma[];
  readonly total: number | undefined;
  /** Whether there may be more RMAs than `rmas`. */
  readonly isPart: boolean;
  readonly at: number;
}

/** The number of RMAs to decide. */
export interface ToDecide {
  readonly count: number;
  /** Whether it counts one page of an upstream that returns no total. */
  readonly orMore: boolean;
  /** When it was loaded, in ms. */
  readonly at: number;
}

/** Sources that were loaded this much earlier than the newest, in ms, belong to the same look at the list. */
const togetherMs = 60_000;

/** Whether a list contains all RMAs that can be decided, and no others; a page is part of such a list. */
const hasAllWaiting = (queryKey: QueryKey): boolean => {
  const filter = queryKey.at(-1);
  if (typeof filter !== "object" || filter === null) return false;
  const { status, pageNumber: _, pageSize: _size, ...others } = filter as Record<string, unknown>;
  return status === waitingRmas.status && Object.values(others).every((value) => !value);
};

const readSources = (client: QueryClient): Source[] =>
  client
    .getQueryCache()
    .findAll({ queryKey: ["rmas", "list"], predicate: ({ queryKey }) => hasAllWaiting(queryKey) })
    .flatMap(({ state }) => {
      const data = state.data as Listed | undefined;
      if (!data) return [];
      const { value: rmas, total, cut } = data;
      const isPart = cut ?? (total === undefined ? rmas.length >= waitingRmas.pageSize : true);
      return { rmas, total, isPart, at: state.dataUpdatedAt };
    })
    .toSorted((a, b) => b.at - a.at);

/**
 * Counts the RMAs to decide from the lists in the cache, without a request; undefined if there is none. Records that
 * changed after the list was loaded count as they are now. Decided RMAs on pages that were not loaded are included.
 */
export const countToDecide = (client: QueryClient): ToDecide | undefined => {
  const sources = readSources(client);
  const [newest] = sources;
  if (!newest) return undefined;
  const isDecided = (rma: Rma) => {
    const key = rmaDetail(rma.id ?? 0).queryKey;
    const isNewer = (client.getQueryState(key)?.dataUpdatedAt ?? 0) > newest.at;
    return !hasUndecidedUnits((isNewer && client.getQueryData(key)?.value) || rma);
  };
  const together = sources.filter(({ at }) => newest.at - at < togetherMs);
  const rows = new Map(
    together.toReversed().flatMap(({ rmas }) => rmas.map((rma) => [rma.id, rma])),
  );
  const decided = [...rows.values()].filter(isDecided).length;
  const { at, total } = newest;
  return total === undefined
    ? { count: newest.rmas.filter((rma) => !isDecided(rma)).length, orMore: newest.isPart, at }
    : { count: Math.max(0, total - decided), orMore: false, at };
};
