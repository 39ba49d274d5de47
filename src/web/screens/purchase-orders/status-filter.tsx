import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  findPurchaseOrderStatusHandle,
  purchaseOrderStatusNameByHandle,
} from "#contract/purchase-order-states.ts";
import { purchaseOrderCount } from "#web/api/purchase-orders.ts";
import { ChoicesFilter } from "#web/kit/choices-filter.tsx";
import { useListSearch } from "#web/base/list-search.ts";
import { OrderCount } from "./order-count.tsx";
import { listOwnFilters, toOrderFilter } from "./order-filter.ts";

/** The number of orders in one status under the other filters, requested with the lowest priority. */
const StatusCount = ({ status }: { status: string }) => {
  const { search } = useListSearch();
  const filter = toOrderFilter(search);
  // The tabs' count of all orders shows whether the upstream counts at all.
  const all = useQuery(purchaseOrderCount({ ...filter, filterStatus: undefined }));
  const { data, dataUpdatedAt: at } = useQuery({
    ...purchaseOrderCount({ ...filter, filterStatus: status }),
    enabled: all.isSuccess,
  });
  return data === undefined ? null : <OrderCount count={data.value} at={at} />;
};

interface StatusFilterProps {
  /** Whether the upstream lists orders: then it may also count them. */
  counts: boolean;
}

/** A filter for several statuses, each with its number of orders: counted on opening, since each costs a request. */
export const StatusFilter = ({ counts }: StatusFilterProps) => {
  const [open, setOpen] = useState(false);
  const { search } = useListSearch();
  // The API's counts ignore filters that only the screen has, so no counts are shown then.
  const counted = counts && open && listOwnFilters(search).length === 0;
  return (
    <ChoicesFilter
      name="filterStatus"
      label="Status"
      any="Any status"
      choices={purchaseOrderStatusNameByHandle}
      meaning={findPurchaseOrderStatusHandle}
      beside={(status) => counted && <StatusCount status={status} />}
      onTurn={setOpen}
    />
  );
};
