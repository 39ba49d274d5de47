import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { pageSize } from "#contract/limits.ts";
import { pathIdPattern } from "#contract/primitives.ts";
import type { ReturnModel } from "#contract/returns.ts";
import type { Answer } from "#web/api/call.ts";
import { returnList, wholeReturnList } from "#web/api/returns.ts";
import { type AllRows, readNow } from "#web/kit/collect-records.ts";
import { isWithin, startOfDay } from "#web/base/days.ts";
import { pickFilters, readPaging, type SearchOf } from "#web/base/list-search.ts";
import { toRecordNumbers } from "#web/records/record-numbers.ts";
import { useListedRows } from "#web/records/use-listed-rows.ts";

const noRows: Answer<ReturnModel[]> = { value: [], problems: [], total: 0 };

interface ListedReturns {
  query: UseQueryResult<Answer<ReturnModel[]>>;
  isWhole: boolean;
  /** The number of rows of the page before the console searches them for a number. */
  pageHeld: number | undefined;
  /** An invalid order id in the address. */
  wrongOrder: string | undefined;
  all: AllRows<ReturnModel>;
}

/** The returns for an address. The API cannot filter by their numbers and their creation, so the console does. */
export const useListedReturns = (search: SearchOf<"/returns">): ListedReturns => {
  const { returnNumber, createdAfter, createdBefore } = search;
  const {
    orderId,
    updatedAfter,
    returnNumber: _number,
    createdAfter: _after,
    createdBefore: _before,
    ...rest
  } = pickFilters(search);
  const isFiltered = [returnNumber, createdAfter, createdBefore].some((held) => held !== undefined);
  const others = { ...rest, ...(updatedAfter && { updatedAfter: startOfDay(updatedAfter) }) };
  const wrongOrder = orderId && !pathIdPattern.test(orderId) ? orderId : undefined;
  const filter = wrongOrder || !orderId ? others : { ...others, orderId };
  const fits = useMemo(() => {
    const numbers = returnNumber && new Set(toRecordNumbers(returnNumber, "RTN").split(","));
    const created = { after: createdAfter, before: createdBefore };
    return ({ returnNumber: number, insertedAt }: ReturnModel) =>
      (!numbers || numbers.has(number ?? "")) && isWithin(insertedAt, created);
  }, [returnNumber, createdAfter, createdBefore]);
  const { query, isWhole } = useListedRows({
    page: returnList({ ...filter, ...readPaging(search) }),
    whole: wholeReturnList(filter),
    wantsWhole: search.sort !== undefined || isFiltered,
    fits,
  });
  const all: AllRows<ReturnModel> = {
    readPage: (pageNumber) =>
      readNow(returnList({ ...filter, pageNumber, pageSize: pageSize.maximum }, "screen")),
    fits,
  };
  const { data } = query;
  const shown = useMemo(() => {
    if (data === undefined) return data;
    if (wrongOrder) return noRows;
    if (!isFiltered) return data;
    const value = data.value.filter(fits);
    return { ...data, value, total: isWhole ? value.length : data.total };
  }, [data, wrongOrder, isFiltered, fits, isWhole]);
  return {
    query: { ...query, data: shown } as typeof query,
    isWhole,
    pageHeld: isFiltered && !isWhole && !wrongOrder ? data?.value.length : undefined,
    wrongOrder,
    all,
  };
};
