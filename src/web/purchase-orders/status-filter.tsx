import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  purchaseOrderStatusHandleOf,
  purchaseOrderStatusNameOf,
} from "#contract/purchase-order-states.ts";
import { purchaseOrderCount } from "#web/api/purchase-orders.ts";
import { ChoicesFilter } from "#web/ui/choices-filter.tsx";
import { useListSearch } from "#web/ui/list-search.ts";
import { OrderCount } from "./order-count.tsx";
import { orderFilterOf } from "./order-filter.ts";

/** How many orders are in one status under the other filters; asked behind everything else. */
const StatusCount = ({ status }: { status: string }) => {
  const { search } = useListSearch();
  const filter = orderFilterOf(search);
  // The count of all tells whether the upstream counts at all; the tabs have asked for it.
  const all = useQuery(purchaseOrderCount({ ...filter, filterStatus: undefined }));
  const { data, dataUpdatedAt: at } = useQuery({
    ...purchaseOrderCount({ ...filter, filterStatus: status }),
    enabled: all.isSuccess,
  });
  return data === undefined ? null : <OrderCount count={data.value} at={at} />;
};

interface StatusFilterProps {
  /** Whether the upstream lists orders: then it may count them too. */
  counts: boolean;
}

/** Several statuses, each with how many orders are in it: counted when somebody looks, as each costs a request. */
export const StatusFilter = ({ counts }: StatusFilterProps) => {
  const [open, setOpen] = useState(false);
  const { search } = useListSearch();
  // What the API cannot filter by is not in its counts: then there are none.
  const counted = counts && open && !search["received"];
  return (
    <ChoicesFilter
      name="filterStatus"
      label="Status"
      any="Any status"
      choices={purchaseOrderStatusNameOf}
      meaning={purchaseOrderStatusHandleOf}
      beside={(status) => counted && <StatusCount status={status} />}
      onTurn={setOpen}
    />
  );
};
