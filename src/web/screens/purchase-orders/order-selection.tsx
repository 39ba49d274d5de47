import { useQuery } from "@tanstack/react-query";
import { maxBulkItems } from "#contract/bulk-runs.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { startBulkRun } from "#web/api/bulk-runs.ts";
import { connection } from "#web/api/connection.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import { orderName } from "#web/records/order-names.tsx";
import { NotStarted, RunSelection } from "#web/records/runs/run-selection.tsx";
import { runAfterClosing, runKinds, runTime } from "#web/records/runs/run-words.ts";
import { type StatusChange, statusChangeDetails, statusChanges } from "./order-change.ts";

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
        {runTime(runKinds["purchase-orders"], count, rateLimit)} Each order is sent once.{" "}
        {runAfterClosing}
      </p>
    </>
  );
};

/**
 * Asks before the status of many orders changes: which orders, the effect, the time it takes, and which are left out.
 */
export const StartRunDialog = ({ move, orders, onStarted, onClose }: StartRunDialogProps) => {
  const { act, done, operation, whyNot } = statusChangeDetails[move];
  const fit = orders.filter((order) => order.id && whyNot(order) === undefined);
  const { send, error } = useSending(async () => {
    const items = fit.map((order) => ({ recordId: order.id ?? 0, name: orderName(order) }));
    await startBulkRun({ operation, title: act, past: done, items });
    onStarted();
  });
  const title = `${act} ${formatCount(fit.length, "order")}`;
  const none = fit.length === 0;
  const tooMany = fit.length > maxBulkItems;
  const cannot = none || tooMany;
  return (
    <ConfirmDialog
      title={none ? `None of these orders can be ${done}` : `${title}?`}
      cancelLabel={cannot ? "Close" : "Cancel"}
      onCancel={onClose}
      choices={cannot ? [] : [{ label: title, onChoose: () => void send() }]}
    >
      {tooMany && <p>Select at most {formatQuantity(maxBulkItems)} orders.</p>}
      {!cannot && <RunEffect move={move} count={fit.length} />}
      <SkippedOrders move={move} orders={orders.filter((order) => !fit.includes(order))} />
      {error !== undefined && <NotStarted error={error} />}
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
