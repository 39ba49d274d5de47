import { type Rma, rmaOperations } from "#contract/rmas.ts";
import { RunSelection } from "#web/records/runs/run-selection.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { BulkAction } from "./rma-change.ts";
import { actionWords } from "./rma-run.ts";

const actions = (Object.keys(actionWords) as BulkAction[]).map((action) => ({
  action,
  label: actionWords[action].label,
  permission: rmaOperations.updateRmaItems,
}));

interface BulkBarProps {
  /** The selected RMAs. */
  rmas: readonly Rma[];
  /** Clears the selection once a run has started. */
  clear?: () => void;
}

const keepSelection = () => {};

/** Decisions and other changes of the selected RMAs. `<RmaRunStrip>` shows their progress on the same screen. */
export const BulkBar = ({ rmas, clear = keepSelection }: BulkBarProps) => (
  <RunSelection
    rows={rmas}
    actions={actions}
    clear={clear}
    dialog={({ records, ...dialog }) => <BulkDialog rmas={records} {...dialog} />}
  />
);
