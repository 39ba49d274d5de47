import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { connection } from "#web/api/connection.ts";
import { formatCount } from "#web/base/format.ts";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { orderName } from "#web/records/order-names.tsx";
import { NotStarted, RunSelection } from "#web/records/runs/run-selection.tsx";
import { isUnfinished } from "#web/records/runs/run-control.ts";
import { runTime } from "#web/records/runs/describe-run.ts";
import { orderRun, type StatusChange, statusChangeDetails, statusChanges } from "./order-run.ts";

interface StartRunDialogProps {
  move: StatusChange;
  orders: readonly PurchaseOrder[];
  onStarted: () => void;
  onClose: () => void;
}

const SkippedOrders = ({ move, orders }: Pick<StartRunDialogProps, "move" | "orders">) =>
  orders.length > 0 && (
    <details>
      <summary>{formatCount(orders.length, "order")} skipped: show reasons</summary>
      <ul className="start-run-dialog__skipped" aria-label="Skipped orders" tabIndex={0}>
        {orders.map((order) => (
          <li key={order.id}>
            <bdi>{orderName(order)}</bdi>: {statusChangeDetails[move].whyNot(order)}
          </li>
        ))}
      </ul>
    </details>
  );

const RunEffect = ({ move, count }: { move: StatusChange; count: number }) => {
  const rateLimit = useQuery(connection()).data?.rateLimit;
  return (
    <>
      <p>{statusChangeDetails[move].meaning} This can't be undone.</p>
      <p>
        {runTime(orderRun.words, count, rateLimit)} You can pause, open other screens, and continue
        in this browser after a reload. Each order is sent once.
      </p>
    </>
  );
};

/**
 * Asks before the status of many orders changes: which orders, the effect, the time it takes, and which are left out.
 */
export const StartRunDialog = ({ move, orders, onStarted, onClose }: StartRunDialogProps) => {
  const { act, done, whyNot } = statusChangeDetails[move];
  const [problem, setProblem] = useState("");
  const unfinished = isUnfinished(orderRun.useRun());
  const fit = orders.filter((order) => order.id && whyNot(order) === undefined);
  const start = () => {
    const records = fit.map((order) => ({
      id: order.id ?? 0,
      name: orderName(order),
      data: undefined,
    }));
    orderRun
      .start(move, records)
      .then(onStarted, (error: unknown) =>
        setProblem(error instanceof Error ? error.message : String(error)),
      );
  };
  const title = `${act} ${formatCount(fit.length, "order")}`;
  const none = fit.length === 0;
  return (
    <ConfirmDialog
      title={none ? `None of these orders can be ${done}` : `${title}?`}
      cancelLabel={none || unfinished ? "Close" : "Cancel"}
      onCancel={onClose}
      choices={none || unfinished ? [] : [{ label: title, onChoose: start }]}
    >
      {unfinished && (
        <p>An earlier run isn't finished. Continue it or cancel its remaining orders first.</p>
      )}
      {!none && !unfinished && <RunEffect move={move} count={fit.length} />}
      <SkippedOrders move={move} orders={orders.filter((order) => !fit.includes(order))} />
      {problem && <NotStarted why={problem} />}
    </ConfirmDialog>
  );
};

export interface OrderSelectionProps {
  rows: readonly PurchaseOrder[];
  clear: () => void;
}

const actions = statusChanges.map((action) => ({
  action,
  label: statusChangeDetails[action].act,
  permission: statusChangeDetails[action].permission,
}));

/** Actions on the selected orders. */
export const OrderSelection = (props: OrderSelectionProps) => (
  <RunSelection
    {...props}
    actions={actions}
    dialog={({ action, records, ...dialog }) => (
      <StartRunDialog move={action} orders={records} {...dialog} />
    )}
  />
);
