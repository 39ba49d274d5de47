import { useQuery } from "@tanstack/react-query";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { fetchOrders, purchaseOrderList } from "#web/api/purchase-orders.ts";
import { readPaging, useListSearch } from "#web/ui/list-search.ts";
import { matchesReceived, toOrderFilter } from "./order-filter.ts";
import type { ListedRecords } from "#web/runs/collect-dialog.tsx";

/** The page that the API returned, and the rows of it that match the filters that the API does not have. */
export const useListedOrders = () => {
  const { search } = useListSearch("/purchase-orders");
  const { pageNumber, pageSize } = readPaging(search);
  const filter = toOrderFilter(search);
  const fits = matchesReceived(search);
  const options = purchaseOrderList({
    ...filter,
    filterPageNumber: pageNumber,
    filterPageSize: pageSize,
  });
  const whole = useQuery(options);
  const query = useQuery({
    ...options,
    select: (answer) => ({ ...answer, value: answer.value.filter(fits) }),
  });
  const onPage = whole.data?.value.length;
  const held = search.received ? onPage : undefined;
  const total = search.received ? undefined : whole.data?.total;
  const listed: ListedRecords<PurchaseOrder> = {
    readPage: (page, signal) => fetchOrders({ ...filter, filterPageNumber: page }, signal),
    fits,
    total,
    onPage: query.data?.value.length ?? 0,
    more: pageNumber > 1 || (onPage ?? 0) >= pageSize,
  };
  return { whole, query, held, listed };
};
