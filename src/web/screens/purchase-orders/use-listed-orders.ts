import { useMemo } from "react";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { purchaseOrderList, wholePurchaseOrderList } from "#web/api/purchase-orders.ts";
import { pageSize as sizes } from "#contract/limits.ts";
import { type AllRows, readNow } from "#web/kit/collect-records.ts";
import { readPaging, useListSearch } from "#web/base/list-search.ts";
import { useListedRows } from "#web/records/use-listed-rows.ts";
import { listOwnFilters, matchesOwnFilters, toOrderFilter } from "./order-filter.ts";

const pageReader =
  (filter: ReturnType<typeof toOrderFilter>): AllRows<PurchaseOrder>["readPage"] =>
  (filterPageNumber) =>
    readNow(
      purchaseOrderList({ ...filter, filterPageNumber, filterPageSize: sizes.maximum }, "screen"),
    );

/** What the API returned, and the rows of it that match the filters that the API does not have. */
export const useListedOrders = () => {
  const { search } = useListSearch("/purchase-orders");
  const { pageNumber, pageSize } = readPaging(search);
  const filter = toOrderFilter(search);
  const fits = useMemo(() => matchesOwnFilters(search), [search]);
  const { query: answer, isWhole } = useListedRows({
    page: purchaseOrderList({ ...filter, filterPageNumber: pageNumber, filterPageSize: pageSize }),
    whole: wholePurchaseOrderList(filter),
    // The orders sent before a day are on the last pages.
    wantsWhole: search.sentBefore !== undefined,
    fits,
  });
  const { data } = answer;
  const shown = useMemo(() => {
    const value = data?.value.filter(fits) ?? [];
    return data && { ...data, value, total: isWhole ? value.length : data.total };
  }, [data, fits, isWhole]);
  const onPage = data?.value.length ?? 0;
  const isFiltered = listOwnFilters(search).length > 0;
  return {
    answer,
    query: { ...answer, data: shown } as typeof answer,
    isWhole,
    held: isFiltered && !isWhole ? data && onPage : undefined,
    all: { readPage: pageReader(filter), fits },
  };
};
