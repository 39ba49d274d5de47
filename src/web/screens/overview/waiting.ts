import { useQuery } from "@tanstack/react-query";
import { ageLimits, type Figures } from "#contract/figures.ts";
import { readTime } from "#contract/read-time.ts";
import { hasUndecidedUnits, type Rma, rmaOperations } from "#contract/rmas.ts";
import { figures } from "#web/api/figures.ts";
import { rmaList, waitingRmas } from "#web/api/rmas.ts";
import { costInCents } from "#web/base/amounts.ts";
import { formatQuantity } from "#web/base/format.ts";
import { useServed } from "#web/base/served.ts";
import { countUndecidedUnits } from "#contract/rmas.ts";
import { useListEnds } from "./use-list-ends.ts";

const dayMs = 86_400_000;

const findMoment = (days: number | undefined, now: number): string | undefined =>
  days === undefined || days === Infinity ? undefined : new Date(now - days * dayMs).toISOString();

/** The range of dates that an age counts, as a filter. */
export const findAgeRange = (step: number, now: number): { after?: string; before?: string } => {
  const after = findMoment(ageLimits[step], now);
  const before = findMoment(ageLimits[step - 1], now);
  return { ...(after && { after }), ...(before && { before }) };
};

/** The number of dates of each age. What has no valid date is in none, as in the lists of the ages. */
export const countByAge = (
  dates: readonly (string | null | undefined)[],
  now: number,
): number[] => {
  const counts = ageLimits.map(() => 0);
  for (const at of dates) {
    const days = (now - readTime(at)) / dayMs;
    const step = ageLimits.findIndex((limit) => days < limit);
    if (step >= 0) counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
};

type Waiting = Figures["waiting"];

/** One without a date is the newest. */
const createdTime = ({ createdAt }: Rma): number => readTime(createdAt) || Number.MAX_VALUE;

/** What an undecided RMA would be credited; null if a cost is missing. */
const findCredit = ({ items }: Rma): number | null => {
  const open = items.filter((item) => countUndecidedUnits(item) > 0);
  if (open.some(({ cost }) => cost === null || cost === undefined)) return null;
  return open.reduce((sum, one) => sum + costInCents(one.cost, countUndecidedUnits(one)), 0) / 100;
};

/** The same figures from listed RMAs as the gateway counts of all. */
export const summarizeWaiting = (rmas: readonly Rma[], now: number): Waiting => {
  const open = rmas.filter(hasUndecidedUnits).toSorted((a, b) => createdTime(a) - createdTime(b));
  const rows = open.map((rma) => ({
    id: rma.id ?? 0,
    name: rma.rmaNumber ?? "",
    sourceId: rma.sourceId,
    status: rma.rmaStatus,
    units: rma.items.reduce((sum, item) => sum + countUndecidedUnits(item), 0),
    credit: findCredit(rma),
    createdAt: rma.createdAt,
  }));
  return {
    rmas: rows.length,
    units: rows.reduce((sum, { units }) => sum + units, 0),
    credit: rows.reduce((sum, { credit }) => sum + Math.round((credit ?? 0) * 100), 0) / 100,
    withoutCost: rows.filter(({ credit }) => credit === null).length,
    ages: countByAge(
      open.map(({ createdAt }) => createdAt),
      now,
    ),
    longest: rows,
  };
};

/** As many rows as a laptop shows without scrolling; a phone shows the first of them. */
export const shownRows = 16;

const { pageSize } = waitingRmas;

const pageOf = (pageNumber: number) =>
  rmaList({ ...waitingRmas, pageNumber }, pageNumber === 1 ? "click" : "background");

export interface WaitingFigures {
  /** What the gateway counted; undefined until it is known, or if it can't be. */
  readonly figures: Figures | undefined;
  /** Whether its copy has all RMAs. */
  readonly isCounted: boolean;
  readonly waiting: Waiting | undefined;
  /** The number of waiting RMAs in words: without a total, a full page means "or more". */
  readonly count: string;
  /** Only so many RMAs were read: the newest and the oldest. */
  readonly read: number | undefined;
  /** True once the rows are those that will stay. */
  readonly isComplete: boolean;
  readonly isServed: boolean;
  readonly failure: { readonly error: unknown; readonly retry: () => void } | undefined;
}

/**
 * The RMAs that wait: as the gateway counts them, or else from the list: all of up to two pages, else the newest and the
 * oldest.
 */
export const useWaiting = (now: number): WaitingFigures => {
  const own = useQuery(figures());
  const isCounted = own.data?.states.rmas.phase === "ready";
  const isServed = useServed(rmaOperations.listRmas);
  const enabled = !isCounted && isServed && !own.isPending;
  const ends = useListEnds({
    pageOf,
    pageSize,
    shown: shownRows,
    fits: hasUndecidedUnits,
    enabled,
  });
  if (isCounted && own.data) {
    const { waiting } = own.data;
    const count = formatQuantity(waiting.rmas);
    const common = { isComplete: true, isServed: true, failure: undefined, read: undefined };
    return { figures: own.data, isCounted, waiting, count, ...common };
  }
  const { newest, rows, total, isPart, isPending } = ends;
  const waiting = newest.data && summarizeWaiting(rows, now);
  const listed = waiting?.rmas ?? 0;
  return {
    figures: own.data,
    isCounted,
    waiting,
    // Decided RMAs on pages that were not read are included.
    count:
      total === undefined
        ? `${formatQuantity(listed)}${isPart ? "+" : ""}`
        : formatQuantity(total - (rows.length - listed)),
    read: isPart ? rows.length : undefined,
    isComplete: newest.data !== undefined && !isPending,
    isServed,
    failure: newest.isError
      ? { error: newest.error, retry: () => void newest.refetch() }
      : undefined,
  };
};
