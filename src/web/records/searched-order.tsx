import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { WantedOrders } from "#web/api/find-orders.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { useFocusFallback } from "#web/base/focus.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import "./searched-order.css";

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

/** The parts that a timeline lacks without the order. */
export const listMissing = ({ state }: OrderSearch): string[] =>
  state === "found" || state === "loading"
    ? []
    : ["Shipments to the customer are not shown, because the order isn't loaded."];

const texts = {
  loading: "",
  found: "",
  "no order": "No order is known, so ordered and shipped units are unknown.",
  unserved: "The service doesn't offer a list of orders, so ordered and shipped units are unknown.",
  failed: "Couldn't load the order, so ordered and shipped units are unknown.",
  absent: "",
} as const satisfies Record<OrderSearch["state"], string>;

const Found = ({ orders }: Pick<OrderSearch, "orders">) => (
  <>
    Ordered and shipped units from{" "}
    {orders.map((order, index) => (
      <span key={order.id ?? index}>
        {index > 0 && ", "}
        {order.id ? (
          <Link to="/purchase-orders/$id" params={{ id: String(order.id) }}>
            <bdi>{order.purchaseOrderNumber || `Order ${order.id}`}</bdi>
          </Link>
        ) : (
          <bdi>{order.purchaseOrderNumber}</bdi>
        )}
      </span>
    ))}
  </>
);

const Absent = ({ search }: { search: OrderSearch }) => (
  <span>
    {search.isSearchingOlder
      ? `Searching older orders for order ${search.orderId}`
      : search.searchOlder
        ? `Order ${search.orderId} isn't among the newest shipped orders of its source.`
        : `Couldn't find order ${search.orderId}, so ordered and shipped units are unknown.`}
  </span>
);

/** The order that the units of a return's lines were found in, or why they are unknown. Its height is always the same. */
export const SearchedOrder = ({ search }: { search: OrderSearch }) => {
  const [asked, setAsked] = useState(false);
  // The button disappears with the click; the first result takes no focus from elsewhere.
  const box = useFocusFallback(asked ? `${search.state} ${search.isSearchingOlder}` : "");
  const ask = (act: (() => void) | undefined) => () => {
    setAsked(true);
    act?.();
  };
  return (
    <div
      ref={box}
      className="row searched-order faint small"
      role="status"
      tabIndex={-1}
      aria-label="Order of this return"
      aria-busy={search.state === "loading" || search.isSearchingOlder || undefined}
    >
      {search.state === "loading" && <Skeleton width={40} />}
      {search.state === "found" && <Found orders={search.orders} />}
      {search.state === "absent" && <Absent search={search} />}
      {search.searchOlder && (
        <Button size="xs" variant="default" onClick={ask(search.searchOlder)}>
          Search older orders
        </Button>
      )}
      {texts[search.state]}
      {search.state === "failed" && (
        <Button size="xs" variant="default" onClick={ask(search.retry)}>
          Try again
        </Button>
      )}
    </div>
  );
};
