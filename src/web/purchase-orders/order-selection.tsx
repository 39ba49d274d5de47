import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { PurchaseOrderFilter } from "#web/api/purchase-orders.ts";
import { quantity } from "#web/ui/format.ts";
import { CollectDialog } from "./status-runs/collect-dialog.tsx";
import { StartRunDialog } from "./status-runs/start-run-dialog.tsx";
import {
  type StatusChange,
  statusChanges,
  statusChangeDetails,
} from "./status-runs/status-changes.ts";
import { focusRun } from "./status-runs/run-strip.tsx";

/** The filtered list, all of which can be selected, beyond the page on the screen. */
export interface ListedOrders {
  readonly filter: PurchaseOrderFilter;
  readonly fits: (order: PurchaseOrder) => boolean;
  readonly onPage: number;
  /** The number of orders on all pages, if the API gives it. */
  readonly total: number | undefined;
  readonly more: boolean;
}

interface OrderSelectionProps {
  rows: readonly PurchaseOrder[];
  listed: ListedOrders;
  clear: () => void;
}

interface Asked {
  readonly move: StatusChange;
  /** Undefined while the orders are being read. */
  readonly orders: readonly PurchaseOrder[] | undefined;
}

const StatusButtons = ({ onMove }: { onMove: (move: StatusChange) => void }) =>
  statusChanges.map((move) => (
    <Button key={move} size="xs" onClick={() => onMove(move)}>
      {statusChangeDetails[move].act}…
    </Button>
  ));

/** Actions on the selected orders, or on all matches once the whole page is selected. */
export const OrderSelection = ({ rows, listed, clear }: OrderSelectionProps) => {
  const [all, setAll] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const wholePage = listed.more && rows.length === listed.onPage;
  const takesAll = all && wholePage;
  const close = () => setAsked(undefined);
  const many = listed.total === undefined ? "" : ` ${quantity(listed.total)}`;
  return (
    <>
      {wholePage && (
        <Checkbox
          label={`All${many} matching`}
          checked={all}
          onChange={(event) => setAll(event.target.checked)}
        />
      )}
      <StatusButtons onMove={(move) => setAsked({ move, orders: takesAll ? undefined : rows })} />
      {asked && !asked.orders && (
        <CollectDialog
          filter={listed.filter}
          fits={listed.fits}
          total={listed.total}
          onCollected={(orders) => setAsked({ ...asked, orders })}
          onClose={close}
        />
      )}
      {asked?.orders && (
        <StartRunDialog
          move={asked.move}
          orders={asked.orders}
          onClose={close}
          onStarted={() => {
            // The dialog returns the focus to a button that disappears with the selection; only then can the focus be
            // moved on.
            flushSync(() => {
              close();
              clear();
            });
            focusRun();
          }}
        />
      )}
    </>
  );
};
