import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { ListedRecords } from "#web/runs/collect-dialog.tsx";
import { RunSelection } from "#web/runs/run-selection.tsx";
import { StartRunDialog } from "./status-runs/start-run-dialog.tsx";
import { statusChangeDetails, statusChanges } from "./status-runs/status-changes.ts";

interface OrderSelectionProps {
  rows: readonly PurchaseOrder[];
  listed: ListedRecords<PurchaseOrder>;
  clear: () => void;
}

const actions = statusChanges.map((action) => ({
  action,
  label: statusChangeDetails[action].act,
  permission: statusChangeDetails[action].permission,
}));

/** Actions on the selected orders, or on all matches once the whole page is selected. */
export const OrderSelection = (props: OrderSelectionProps) => (
  <RunSelection
    {...props}
    noun="order"
    actions={actions}
    dialog={({ action, records, ...dialog }) => (
      <StartRunDialog move={action} orders={records} {...dialog} />
    )}
  />
);
