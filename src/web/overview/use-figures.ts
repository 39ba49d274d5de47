import { useQuery } from "@tanstack/react-query";
import { failedDeliveries, openReturns, returnsPerPage, webhookStates } from "#web/api/overview.ts";
import { purchaseOrderCount as orderCount } from "#web/api/purchase-orders.ts";
import { receivedOrdersList } from "#web/api/received-orders.ts";
import { returnList } from "#web/api/returns.ts";
import { rmaList } from "#web/api/rmas.ts";
import { troubledStatuses } from "#web/ui/order-troubled-statuses.ts";
import { useSetting } from "#web/ui/settings.ts";
import { findZoneShift } from "#web/ui/wall-clock.ts";
import { startOfDay } from "./today.ts";

export const processing = { filterStatus: "processing" };
export const unshipped = {
  filterStatus: "acknowledged",
  filterFulfilmentStatus: "awaiting_shipment",
};
export const troubled = { filterStatus: troubledStatuses };
export const unknownRuns = { state: "unknown" } as const;

const dayMs = 86_400_000;
/** The start of the day two weeks ago, so that the query stays the same for a whole day. */
const twoWeeksAgo = (now: number): string =>
  new Date((Math.floor(now / dayMs) - 14) * dayMs).toISOString();

/** The newest and the oldest page of open returns, since the API lists the newest first. */
const useOpenReturns = () => {
  const newest = useQuery(openReturns(1));
  const last = Math.ceil((newest.data?.total ?? 0) / returnsPerPage);
  const oldest = useQuery({ ...openReturns(last), enabled: last > 1 });
  const read = [...(newest.data?.value ?? []), ...(oldest.data?.value ?? [])];
  return {
    newest,
    isPending: newest.isPending || oldest.isLoading,
    returns: [...new Map(read.map((one) => [one.id, one])).values()],
  };
};

/** Orders that were sent more than two weeks ago and have not shipped, and all that have not shipped: two counts. */
const useLateOrders = (now: number, enabled: boolean) => {
  const all = useQuery({ ...orderCount(unshipped), enabled });
  const sentAfter = twoWeeksAgo(now);
  const recent = useQuery({
    ...orderCount({ ...unshipped, filterSentAfter: sentAfter }),
    enabled: all.isSuccess,
  });
  return {
    data: all.data &&
      recent.data && {
        late: Math.max(0, all.data.value - recent.data.value),
        of: all.data.value,
        since: sentAfter,
      },
    error: all.error ?? recent.error,
    isPending: all.isPending || recent.isLoading,
  };
};

export const updatedPageSize = 50;

/** The changes since the start of the day: the last three requests. */
const useToday = (now: number, enabled: boolean) => {
  const since = startOfDay(now, useSetting("timeZone"));
  const page = { updatedAfter: since, pageNumber: 1, pageSize: updatedPageSize };
  const rmas = useQuery({ ...rmaList(page, "background"), enabled });
  const returns = useQuery({ ...returnList(page, "background"), enabled: !rmas.isPending });
  const orders = useQuery({
    ...orderCount({ filterUpdatedAfter: since }),
    enabled: !returns.isPending,
  });
  return { since, rmas, returns, orders };
};

/** Every figure beside the RMAs. The requests run one after the other, so that they never delay what the user opens. */
export const useFigures = (now: number) => {
  const returns = useOpenReturns();
  const received = useQuery({ ...orderCount(processing), enabled: !returns.isPending });
  const late = useLateOrders(now, !received.isPending);
  const orders = useQuery({ ...orderCount(troubled), enabled: !late.isPending });
  // Stored by the gateway: costs the upstream no request.
  const runs = useQuery(receivedOrdersList({ ...unknownRuns, pageNumber: 1, pageSize: 50 }));
  const webhooks = useQuery({ ...webhookStates(), enabled: !orders.isPending });
  const active = (webhooks.data?.value ?? []).filter(({ status }) => status === "active");
  const checked = useQuery({
    ...failedDeliveries(active, findZoneShift(now, useSetting("timeZone"))),
    enabled: webhooks.isSuccess,
  });
  const deliveries = { data: checked.data, error: checked.error ?? webhooks.error };
  const today = useToday(now, webhooks.isError || (webhooks.isSuccess && !checked.isPending));
  const { length } = active;
  return { returns, received, late, orders, runs, webhooks, active: length, deliveries, today };
};

export type Figures = ReturnType<typeof useFigures>;
