import "./searched-order.css";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Skeleton } from "./skeleton.tsx";
import type { OrderSearch } from "./use-ordered-units.ts";

/** What a timeline lacks without the order. */
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
    Ordered and shipped units are those of{" "}
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
  <>
    <span>
      {search.isSearchingOlder
        ? `Searching older orders for order ${search.orderId}`
        : search.searchOlder
          ? `Order ${search.orderId} isn't among the newest shipped orders of its source.`
          : `Couldn't find order ${search.orderId}, so ordered and shipped units are unknown.`}
    </span>
    {search.searchOlder && (
      <Button size="xs" variant="default" onClick={search.searchOlder}>
        Search older orders
      </Button>
    )}
  </>
);

/** The order that the units of a return's lines were found in, or why they are unknown. Its height is always the same. */
export const SearchedOrder = ({ search }: { search: OrderSearch }) => (
  <p
    className="searched-order"
    role="status"
    aria-label="Order of this return"
    aria-busy={search.state === "loading" || search.isSearchingOlder || undefined}
  >
    {search.state === "loading" && <Skeleton width={40} />}
    {search.state === "found" && <Found orders={search.orders} />}
    {search.state === "absent" && <Absent search={search} />}
    {texts[search.state]}
    {search.state === "failed" && (
      <Button size="xs" variant="default" onClick={search.retry}>
        Try again
      </Button>
    )}
  </p>
);
