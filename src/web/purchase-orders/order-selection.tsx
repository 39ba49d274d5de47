import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { RunSelection } from "#web/runs/run-selection.tsx";
import { StartRunDialog } from "./status-runs/start-run-dialog.tsx";
import { statusChangeDetails, statusChanges } from "./status-runs/status-changes.ts";

interface OrderSelectionProps {
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
