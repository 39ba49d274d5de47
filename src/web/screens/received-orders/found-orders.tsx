import { PermittedButton } from "#web/kit/button.tsx";
import { LongTable } from "#web/kit/first-rows.tsx";
import { receivedOrderOperations } from "#contract/received-orders.ts";
import { Button, Checkbox } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { formatCount, formatToSecond } from "#web/base/format.ts";
import { orderFacts, OrderLink } from "./run-orders.tsx";

interface FoundOrdersProps {
  orders: readonly PurchaseOrder[];
  sourceName: (id: number | null | undefined) => string;
  busy: boolean;
  onKeep: (orderIds: number[]) => void;
  /** Further buttons beside the one that keeps the orders. */
  children?: ReactNode;
}

const listIds = (orders: readonly PurchaseOrder[]): number[] =>
  orders.flatMap(({ id }) => (typeof id === "number" ? [id] : []));

/** The selected orders: all until the user clears one. */
const useSelectedOrders = (orders: readonly PurchaseOrder[]) => {
  const all = listIds(orders);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const turn = (id: number) =>
    setLeft((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return {
    kept: all.filter((id) => !left.has(id)),
    turn,
    takeAll: () => setLeft(new Set()),
    takeNone: () => setLeft(new Set(all)),
  };
};

interface PickProps {
  order: PurchaseOrder;
  kept: readonly number[];
  onTurn: (id: number) => void;
}

const Pick = ({ order, kept, onTurn }: PickProps) => {
  const { id, purchaseOrderNumber } = order;
  return (
    <span className="receive__pick">
      <Checkbox
        aria-label={`Select order ${purchaseOrderNumber ?? id}`}
        checked={typeof id === "number" && kept.includes(id)}
        disabled={typeof id !== "number"}
        onChange={() => typeof id === "number" && onTurn(id)}
      />
      <OrderLink order={order} />
    </span>
  );
};

/**
 * Orders that may have come with a run, each with the time that distinguishes the run's orders from those moved by
 * hand.
 */
export const FoundOrders = ({ orders, sourceName, busy, onKeep, children }: FoundOrdersProps) => {
  const { kept, turn, takeAll, takeNone } = useSelectedOrders(orders);
  return (
    <>
      <div className="row">
        <Button size="xs" onClick={takeAll}>
          Select all
        </Button>
        <Button size="xs" onClick={takeNone}>
          Clear selection
        </Button>
        <span role="status">
          {kept.length} of {formatCount(orders.length, "order")} selected
        </span>
      </div>
      <LongTable
        of="order"
        label="Orders that may belong to this run"
        rows={orders}
        columns={[
          {
            header: "Order",
            cell: (order) => <Pick order={order} kept={kept} onTurn={turn} />,
          },
          {
            header: "Updated",
            cell: ({ lastModifiedAt: at }) =>
              at ? (
                <time className="receive__number" dateTime={at}>
                  {formatToSecond(at)}
                </time>
              ) : (
                "unknown"
              ),
          },
          ...orderFacts(sourceName),
        ]}
        none=""
      />
      <div className="row">
        <PermittedButton
          permission={receivedOrderOperations.settleReceivedOrders}
          variant="filled"
          disabled={busy || kept.length === 0}
          onClick={() => onKeep(kept)}
        >
          Add {formatCount(kept.length, "order")} to this run
        </PermittedButton>
        {children}
      </div>
    </>
  );
};
