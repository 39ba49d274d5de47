import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { pathIdPattern } from "#contract/primitives.ts";
import { hasUndecidedUnits, type Rma } from "#contract/rmas.ts";
import type { Answer } from "#web/api/call.ts";
import { rmaList, wholeRmaList } from "#web/api/rmas.ts";
import { pageSize } from "#contract/limits.ts";
import { type AllRows, readNow } from "#web/kit/collect-records.ts";
import { isWithin, startOfDay } from "#web/base/days.ts";
import { pickFilters, readPaging, type SearchOf } from "#web/base/list-search.ts";
import { toRecordNumbers } from "#web/records/record-numbers.ts";
import { seenRecords } from "#web/records/recent-records.ts";
import { useListedRows } from "#web/records/use-listed-rows.ts";
import { oldestFirst, toDecide } from "./rma-queue.ts";

/** A typed return id, or the id of a return that this browser has shown under a typed number. */
const resolveReturnId = (typed: string): string | undefined => {
  if (pathIdPattern.test(typed)) return typed;
  const seen = seenRecords("returns").find(
    ({ label }) => label.toLowerCase() === typed.toLowerCase(),
  );
  return seen && String(seen.id);
};

const noRows: Answer<Rma[]> = { value: [], problems: [], total: 0 };

interface ListedRmas {
  query: UseQueryResult<Answer<Rma[]>>;
  isWhole: boolean;
  /** The number of rows of the page before decided RMAs are left out. */
  pageHeld: number | undefined;
  /** A typed return that is unknown. */
  unknownReturn: string | undefined;
  all: AllRows<Rma>;
}

/** The request's filter for an address; `unknownReturn` is a typed return without a known id. */
export const readRmaFilter = (search: SearchOf<"/rmas">) => {
  const {
    returnId: typed,
    rmaNumbers,
    createdAfter,
    updatedAfter,
    ...others
  } = pickFilters(search);
  const { createdBefore: _, ...filters } = others;
  const returnId = typed && resolveReturnId(typed);
  const filter = {
    ...filters,
    ...(createdAfter && { createdAfter: startOfDay(createdAfter) }),
    ...(updatedAfter && { updatedAfter: startOfDay(updatedAfter) }),
    ...(returnId && { returnId }),
    ...(rmaNumbers && { rmaNumbers: toRecordNumbers(rmaNumbers, "RMA") }),
  };
  return { filter, unknownReturn: typed && !returnId ? typed : undefined };
};

/** Whether an RMA matches the filter that the API doesn't have. */
export const matchesOwnFilter =
  ({ createdBefore }: SearchOf<"/rmas">) =>
  ({ createdAt }: Rma): boolean =>
    isWithin(createdAt, { before: createdBefore });

/** The RMAs for an address: "To decide" without those whose units are all decided, the oldest first. */
export const useListedRmas = (search: SearchOf<"/rmas">): ListedRmas => {
  const { filter, unknownReturn } = readRmaFilter(search);
  const open = filter.status === toDecide;
  const { createdBefore } = search;
  const isFiltered = open || createdBefore !== undefined;
  const fits = useMemo(() => {
    const isOld = matchesOwnFilter({ createdBefore });
    return (rma: Rma) => isOld(rma) && (!open || hasUndecidedUnits(rma));
  }, [createdBefore, open]);
  const { query, isWhole } = useListedRows({
    page: rmaList({ ...filter, ...readPaging(search) }),
    whole: wholeRmaList(filter),
    wantsWhole: isFiltered || search.sort !== undefined,
    fits,
  });
  const data = unknownReturn === undefined ? query.data : query.data && noRows;
  const waiting = useMemo(() => {
    if (!isFiltered || data === undefined) return data;
    const matching = data.value.filter(fits);
    const value = open ? oldestFirst(matching) : matching;
    return { ...data, value, total: isWhole ? value.length : data.total };
  }, [isFiltered, open, fits, data, isWhole]);
  const pageHeld = isFiltered && !isWhole ? data?.value.length : undefined;
  const all: AllRows<Rma> = {
    readPage: (pageNumber) =>
      readNow(rmaList({ ...filter, pageNumber, pageSize: pageSize.maximum }, "screen")),
    fits,
  };
  return {
    query: { ...query, data: waiting } as typeof query,
    isWhole,
    pageHeld,
    unknownReturn,
    all,
  };
};
