import { type QueryKey, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { failedDeliveries, openReturns, returnsPerPage, webhookStates } from "#web/api/overview.ts";
import { purchaseOrderCount as orderCount } from "#web/api/purchase-orders.ts";
import { queryClient } from "#web/api/query-client.ts";
import { receivedOrdersList } from "#web/api/received-orders.ts";
import { returnList } from "#web/api/returns.ts";
import { rmaList } from "#web/api/rmas.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { useSetting } from "#web/base/settings.ts";
import { createMediaQuery, useMedia } from "#web/base/media.ts";
import { findDay, findDayStart, findZoneShift } from "#contract/wall-clock.ts";
import { troubledStatuses } from "#web/records/order-troubled-statuses.ts";
import { useListEnds } from "./use-list-ends.ts";

/** What the overview counts, by the first part of the queries' keys; names of sources and channels stay. */
const counted: ReadonlySet<unknown> = new Set([
  "rmas",
  "returns",
  "purchase-orders",
  "received-orders",
  "webhooks",
]);

export const isCounted = (queryKey: QueryKey): boolean => counted.has(queryKey[0]);

/** A person who comes back sooner than this, in ms, finds the figures as they were. */
const restMs = 5 * 60_000;

/** Loads the figures that were loaded before a time. Not by their own age: its timers sleep with the computer. */
const loadOlder = (before: number): void =>
  void queryClient.refetchQueries({
    type: "active",
    predicate: ({ queryKey, state }) => isCounted(queryKey) && state.dataUpdatedAt <= before,
  });

/**
 * Loads the figures again when the person comes back to the window after a while, or asks for it: an overview that is
 * open all day would show those of the morning.
 */
export const useRefresh = (): void => {
  useScreenActions([{ label: "Refresh", run: () => loadOlder(Date.now()) }]);
  useEffect(() => {
    let loadedAt = Date.now();
    const onReturn = () => {
      const now = Date.now();
      if (document.visibilityState === "hidden" || now - loadedAt < restMs) return;
      loadedAt = now;
      loadOlder(now - restMs);
    };
    addEventListener("focus", onReturn);
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      removeEventListener("focus", onReturn);
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, []);
};

export const processing = { filterStatus: "processing" };
export const unshipped = {
  filterStatus: "acknowledged",
  filterFulfilmentStatus: "awaiting_shipment",
};
export const troubled = { filterStatus: troubledStatuses };
export const unknownRuns = { state: "unknown" } as const;

const dayMs = 86_400_000;
/** The start of the day two weeks ago, so that the query stays the same for a whole day. */
const findDayTwoWeeksAgo = (now: number): number => (Math.floor(now / dayMs) - 14) * dayMs;

/** The filter for orders sent at a moment or later; the API leaves out the limit itself. */
const findSentSince = (at: number) => ({ filterSentAfter: new Date(at - 1).toISOString() });

/** A window in which the list of RMAs is taller than the figures beside it. */
const large = createMediaQuery("(min-width: 100rem) and (min-height: 60rem)");
/** As many of the oldest returns as fill the height of the list of RMAs. */
const rowsInLarge = 7;

/** The open returns for the chart, and how many of the oldest this window lists. */
const useOpenReturns = () => {
  const shown = useMedia(large) ? rowsInLarge : 0;
  const ends = useListEnds({ pageOf: openReturns, pageSize: returnsPerPage, shown });
  return { ...ends, shown };
};

/**
 * Orders that were sent more than two weeks ago and have not shipped, and all that were sent and have not shipped: two
 * counts. An order without a date of sending is in neither, as in the list that the figure opens.
 */
const useLateOrders = (now: number, enabled: boolean) => {
  const all = useQuery({ ...orderCount({ ...unshipped, ...findSentSince(0) }), enabled });
  const since = findDayTwoWeeksAgo(now);
  const recent = useQuery({
    ...orderCount({ ...unshipped, ...findSentSince(since) }),
    enabled: all.isSuccess,
  });
  return {
    data: all.data &&
      recent.data && {
        late: Math.max(0, all.data.value - recent.data.value),
        of: all.data.value,
        since: new Date(since).toISOString(),
      },
    error: all.error ?? recent.error,
    isPending: all.isPending || recent.isLoading,
  };
};

export const updatedPageSize = 50;

/** The changes since the start of the day: the last three requests. */
const useToday = (now: number, enabled: boolean) => {
  const timeZone = useSetting("timeZone");
  const since = new Date(findDayStart(findDay(now, timeZone), timeZone)).toISOString();
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
