import { useQueries, useQuery } from "@tanstack/react-query";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { purchaseOrderCount } from "#web/api/purchase-orders.ts";
import { type ListSearch, useListSearch } from "#web/base/list-search.ts";
import { troubledStatuses } from "#web/records/order-troubled-statuses.ts";
import { ViewTabs } from "#web/kit/view-tabs.tsx";
import { matchesFilter } from "./matches-filter.ts";
import { OrderCount } from "./order-count.tsx";
import { listOwnFilters, toOrderFilter } from "./order-filter.ts";

const views = [
  { label: "All", filterStatus: "" },
  { label: "Processing", filterStatus: "processing" },
  { label: "Processed", filterStatus: "processed" },
  { label: "Acknowledged", filterStatus: "acknowledged" },
  { label: "Needs attention", filterStatus: troubledStatuses },
  { label: "Canceled or voided", filterStatus: "canceled,voided" },
];

interface OrderTabsProps {
  /** The state of the list, whose rows load before any count. */
  list: {
    isSuccess: boolean;
    error: unknown;
    data: { value: readonly PurchaseOrder[]; total: number | undefined } | undefined;
  };
}

/** The number of orders in each tab, if all of them are on the screen: no request is needed. */
const countShown = (
  shown: OrderTabsProps["list"]["data"],
  search: ListSearch,
): number[] | undefined =>
  shown && !search["filterStatus"] && shown.total === shown.value.length
    ? views.map(({ filterStatus }) => shown.value.filter(matchesFilter({ filterStatus })).length)
    : undefined;

/**
 * The number of orders in each tab under the other filters. Each count costs one of the upstream's two requests a
 * second, so counts have the lowest priority, the first one shows whether the upstream counts at all, and a number is
 * cached for a while.
 */
const useCounts = ({ isSuccess: enabled, data: shown }: OrderTabsProps["list"]) => {
  const { search } = useListSearch();
  const asked = views.map(({ filterStatus }) =>
    purchaseOrderCount({ ...toOrderFilter(search), filterStatus: filterStatus || undefined }),
  );
  const [first] = asked;
  // The API's counts ignore filters that only the screen has, so no counts are shown then.
  const wanted = enabled && listOwnFilters(search).length === 0;
  const onScreen = countShown(shown, search);
  const asks = wanted && !onScreen;
  const probe = useQuery({ ...first!, enabled: asks });
  const counts = useQueries({
    queries: asked.map((one) => ({ ...one, enabled: asks && probe.isSuccess })),
  });
  return counts.map(({ data, dataUpdatedAt: at }, place) => {
    // The open tab has its number from its rows.
    const isOpen = views[place]?.filterStatus === (search["filterStatus"] ?? "");
    const count = onScreen?.[place] ?? (isOpen ? shown?.total : undefined) ?? data?.value;
    return wanted && count !== undefined ? (
      <OrderCount key={place} count={count} at={isOpen || onScreen ? 0 : at} />
    ) : null;
  });
};

/** Tabs that filter orders by status. */
export const OrderTabs = ({ list }: OrderTabsProps) => {
  const counts = useCounts(list);
  return isUnserved(list.error) ? null : (
    <ViewTabs
      label="Statuses"
      views={views.map(({ label, filterStatus }, place) => ({
        label,
        filter: { filterStatus },
        count: counts[place] ?? null,
      }))}
    />
  );
};
