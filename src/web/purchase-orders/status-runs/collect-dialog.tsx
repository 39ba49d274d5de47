import { useEffect, useState } from "react";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { pageSize } from "#contract/limits.ts";
import { ApiError } from "#web/api/api-error.ts";
import { type PurchaseOrderFilter, fetchOrders } from "#web/api/purchase-orders.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { counted, quantity } from "#web/ui/format.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { type CollectProgress, collectOrders } from "./collect-orders.ts";

interface CollectDialogProps {
  filter: PurchaseOrderFilter;
  fits: (order: PurchaseOrder) => boolean;
  /** The number of orders in the list, if the API gives it. */
  total: number | undefined;
  onCollected: (orders: readonly PurchaseOrder[]) => void;
  onClose: () => void;
}

/** Reads every order that matches the list's filters, page by page, before anything is done with them. */
export const CollectDialog = (props: CollectDialogProps) => {
  const { total, onClose } = props;
  // The filters at the time of opening, even if the list changes meanwhile.
  const [{ filter, fits, onCollected }] = useState(props);
  const [progress, setProgress] = useState<CollectProgress>({ pages: 0, orders: [] });
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    collectOrders({
      readPage: (page) => fetchOrders({ ...filter, filterPageNumber: page }, stop.signal),
      fits,
      report: setProgress,
    }).then(onCollected, (error: unknown) => {
      if (!stop.signal.aborted) setProblem(error instanceof ApiError ? error.message : `${error}`);
    });
    return () => stop.abort();
  }, [filter, fits, onCollected]);
  const pages = total === undefined ? undefined : Math.ceil(total / pageSize.maximum);
  return (
    <ConfirmDialog title="Loading all matching orders" onCancel={onClose} choices={[]}>
      <ProgressBar label="Pages loaded" done={progress.pages} total={pages} />
      <p role="status">
        {pages === undefined
          ? `${counted(progress.pages, "page")} loaded`
          : `Page ${quantity(progress.pages)} of ${quantity(pages)} loaded`}
        , {counted(progress.orders.length, "order")}. Nothing is sent until you confirm.
      </p>
      {problem && <p role="alert">{problem}</p>}
    </ConfirmDialog>
  );
};
