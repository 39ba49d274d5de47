import { useEffect, useState } from "react";
import { ApiError } from "#web/base/api-error.ts";
import {
  type AllRows,
  type CollectProgress,
  createCollector,
  type Nouns,
} from "./collect-records.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { Notice } from "./notice.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import { useFocusFallback } from "#web/base/use-focus-fallback.ts";

interface CollectDialogProps<R> {
  /** The name of one row, and of several. */
  nouns: Nouns;
  all: AllRows<R>;
  rowId: (row: R) => string;
  /** The number of rows on all pages, if the API gives it. */
  total: number | undefined;
  onCollected: (rows: readonly R[]) => void;
  onClose: () => void;
}

/** Loads every row that matches a list's filters, page by page, before anything is done with them. */
export const CollectDialog = <R,>(props: CollectDialogProps<R>) => {
  const { nouns, onClose } = props;
  const [, many] = nouns;
  // The list at the time of opening, even if it changes meanwhile.
  const [{ all, rowId, total, onCollected }] = useState(props);
  const [progress, setProgress] = useState<CollectProgress>({ loaded: 0, matching: 0 });
  const [collect] = useState(() => createCollector<R>({ ...all, rowId, report: setProgress }));
  const [problem, setProblem] = useState<string>();
  const failed = problem !== undefined;
  useEffect(() => {
    if (failed) return;
    const stop = new AbortController();
    collect(stop.signal).then(onCollected, (error: unknown) => {
      if (!stop.signal.aborted) setProblem(error instanceof ApiError ? error.message : `${error}`);
    });
    return () => stop.abort();
  }, [collect, onCollected, failed]);
  const box = useFocusFallback(problem ?? "");
  const { loaded, matching } = progress;
  return (
    <ConfirmDialog
      title={`Loading all matching ${many}`}
      onCancel={onClose}
      choices={failed ? [{ label: "Try again", onChoose: () => setProblem(undefined) }] : []}
    >
      <div className="stack" ref={box} tabIndex={-1}>
        <ProgressBar label="Rows loaded" done={loaded} total={total} />
        <p role="status">
          {total === undefined
            ? `${formatCount(loaded, ...nouns)} loaded`
            : `${formatQuantity(loaded)} of ${formatCount(total, ...nouns)} loaded`}
          {matching !== loaded && `, ${formatQuantity(matching)} match`}
        </p>
        {failed && (
          <Notice title={`Couldn't load all ${many}`} tone="bad" alert>
            <p>{problem}</p>
            <p>Nothing was exported or selected.</p>
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  );
};
