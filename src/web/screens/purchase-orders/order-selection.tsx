import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { RunSelection } from "#web/records/runs/run-selection.tsx";
import { StartRunDialog } from "#web/screens/purchase-orders/status-runs/start-run-dialog.tsx";
import {
  statusChangeDetails,
  statusChanges,
} from "#web/screens/purchase-orders/status-runs/status-changes.ts";

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
