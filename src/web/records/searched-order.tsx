import "./searched-order.css";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useFocusFallback } from "#web/base/use-focus-fallback.ts";
import type { OrderSearch } from "./use-ordered-units.ts";

/** The parts that a timeline lacks without the order. */
export const listMissing = ({ state }: OrderSearch): string[] =>
  state === "found" || state === "loading"
    ? []
    : ["Shipments to the customer are not shown, because the order isn't loaded."];

const texts = {
  loading: "",
  found: "",
  "no order": "No order is known, so ordered and shipped units are unknown.",
  unserved: "The API doesn't offer a list of orders, so ordered and shipped units are unknown.",
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
      className="searched-order"
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
