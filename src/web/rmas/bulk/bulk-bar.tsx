import { type Rma, rmaOperations } from "#contract/rmas.ts";
import type { ListedRecords } from "#web/runs/collect-dialog.tsx";
import { RunSelection } from "#web/runs/run-selection.tsx";
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
  /** The filtered list of which they are a selection, to offer all of its matches. */
  listed?: ListedRecords<Rma> | undefined;
  /** Clears the selection once a run has started. */
  clear?: () => void;
}

const keepSelection = () => {};

/** Decisions and other changes of the selected RMAs. `<RmaRunStrip>` shows their progress on the same screen. */
export const BulkBar = ({ rmas, listed, clear = keepSelection }: BulkBarProps) => (
  <RunSelection
    noun="RMA"
    rows={rmas}
    listed={listed}
    actions={actions}
    clear={clear}
    dialog={({ records, ...dialog }) => <BulkDialog rmas={records} {...dialog} />}
  />
);
