import { useEffect } from "react";
import type { Figures } from "#contract/figures.ts";
import { readTime } from "#contract/read-time.ts";
import { hasUndecidedUnits, type Rma, rmaOperations } from "#contract/rmas.ts";
import { rmaList, waitingRmas } from "#web/api/rmas.ts";
import { costInCents } from "#web/base/amounts.ts";
import { formatQuantity } from "#web/base/format.ts";
import { useServed } from "#web/base/served.ts";
import { countUndecidedUnits } from "#contract/rmas.ts";
import { countByAge } from "./ages.ts";
import { shownRows, type WaitingFigures } from "./waiting-figures.ts";
import { useListEnds } from "./use-list-ends.ts";

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

const { pageSize } = waitingRmas;

const pageOf = (pageNumber: number) =>
  rmaList({ ...waitingRmas, pageNumber }, pageNumber === 1 ? "click" : "background");

interface ListedWaitingProps {
  figures: Figures | undefined;
  now: number;
  onChange: (waiting: WaitingFigures) => void;
}

/**
 * Tells which RMAs wait, from the list: all of up to two pages, else the newest and the oldest. Only where the gateway has
 * no copy of all.
 */
export const ListedWaiting = ({ figures, now, onChange }: ListedWaitingProps): null => {
  const isServed = useServed(rmaOperations.listRmas);
  const { newest, rows, total, isPart, isPending } = useListEnds({
    pageOf,
    pageSize,
    shown: shownRows,
    fits: hasUndecidedUnits,
    enabled: isServed,
  });
  const { data, error, isError, refetch } = newest;
  useEffect(() => {
    const waiting = data && summarizeWaiting(rows, now);
    const listed = waiting?.rmas ?? 0;
    onChange({
      figures,
      waiting,
      // Decided RMAs on pages that were not read are included.
      count:
        total === undefined
          ? `${formatQuantity(listed)}${isPart ? "+" : ""}`
          : formatQuantity(total - (rows.length - listed)),
      read: isPart ? rows.length : undefined,
      isComplete: data !== undefined && !isPending,
      isServed,
      failure: isError ? { error, retry: () => void refetch() } : undefined,
    });
  }, [
    figures,
    now,
    onChange,
    isServed,
    data,
    error,
    isError,
    refetch,
    rows,
    total,
    isPart,
    isPending,
  ]);
  return null;
};
