import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { isUnserved } from "#web/base/api-error.ts";
import type { WantedOrders } from "#web/api/find-orders.ts";

/** The search for the purchase orders of a return. */
export interface OrderSearch {
  readonly orderId: number | undefined;
  /** `unserved`: the API has no list of orders. `absent`: not among the searched ones. */
  readonly state: "loading" | "found" | "absent" | "unserved" | "failed" | "no order";
  readonly orders: readonly PurchaseOrder[];
  /** Searches older orders; undefined while it does, and once it has. */
  readonly searchOlder: (() => void) | undefined;
  readonly isSearchingOlder: boolean;
  readonly retry: () => void;
}

const shippedRarelyChanges = 5 * 60_000;
const none: readonly PurchaseOrder[] = [];

/**
 * Finds the purchase orders of a return after the screen's own content: `undefined` until that is loaded. The code that
 * parses orders loads with the search.
 */
export const useOrderSearch = (wanted: Partial<WantedOrders> | undefined): OrderSearch => {
  const { orderId, sourceIds = [], named = [] } = wanted ?? {};
  const [asked, setAsked] = useState<number>();
  const queryKey = ["purchase-orders", "of-return", { orderId, sourceIds, named }] as const;
  const options = { staleTime: shippedRarelyChanges, structuralSharing: false } as const;
  const newest = useQuery({
    ...options,
    queryKey,
    queryFn: async () => {
      const { findOrders } = await import("#web/api/find-orders.ts");
      return findOrders({ orderId: orderId!, sourceIds, named });
    },
    enabled: Boolean(orderId),
  });
  const isAbsent = newest.data?.length === 0;
  const older = useQuery({
    ...options,
    queryKey: [...queryKey, "older"],
    queryFn: async ({ signal }) => {
      const { findOlderOrders } = await import("#web/api/find-orders.ts");
      return findOlderOrders({ orderId: orderId!, sourceIds, named }, signal);
    },
    enabled: isAbsent && asked !== undefined && asked === orderId,
  });
  const orders = isAbsent ? (older.data ?? none) : (newest.data ?? none);
  const failed = newest.isError ? newest : older.isError ? older : undefined;
  const state =
    wanted === undefined
      ? "loading"
      : !orderId
        ? "no order"
        : failed
          ? isUnserved(failed.error)
            ? "unserved"
            : "failed"
          : newest.isPending
            ? "loading"
            : orders.length > 0
              ? "found"
              : "absent";
  return {
    orderId: orderId ?? undefined,
    state,
    orders,
    searchOlder: isAbsent && asked !== orderId ? () => setAsked(orderId) : undefined,
    isSearchingOlder: older.isFetching,
    retry: () => void failed?.refetch(),
  };
};
