import { useEffect, useState } from "react";
import { pageSize } from "#contract/limits.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { formatCount, formatQuantity } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { type CollectProgress, createCollector } from "./collect-records.ts";

/** A filtered list, all of which can be selected, beyond the page on the screen. */
export interface ListedRecords<R> {
  readonly readPage: (page: number, signal: AbortSignal) => Promise<Answer<R[]>>;
  /** The screen's filter in addition to the API's. */
  readonly fits: (record: R) => boolean;
  readonly onPage: number;
  /** The number of records on all pages, if the API gives it. */
  readonly total: number | undefined;
  readonly more: boolean;
}

interface CollectDialogProps<R> {
  noun: string;
  listed: ListedRecords<R>;
  onCollected: (records: readonly R[]) => void;
  onClose: () => void;
}

/** Reads every record that matches the list's filters, page by page, before anything is done with them. */
export const CollectDialog = <R extends { id?: number | null | undefined }>(
  props: CollectDialogProps<R>,
) => {
  const { noun, onClose } = props;
  // The filters at the time of opening, even if the list changes meanwhile.
  const [{ listed, onCollected }] = useState(props);
  const [progress, setProgress] = useState<CollectProgress<R>>({ pages: 0, records: [] });
  const [collect] = useState(() =>
    createCollector<R>({ readPage: listed.readPage, fits: listed.fits, report: setProgress }),
  );
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
  const pages = listed.total === undefined ? undefined : Math.ceil(listed.total / pageSize.maximum);
  return (
    <ConfirmDialog
      title={`Loading all matching ${noun}s`}
      onCancel={onClose}
      choices={failed ? [{ label: "Try again", onChoose: () => setProblem(undefined) }] : []}
    >
      <div className="stack" ref={box} tabIndex={-1}>
        <ProgressBar label="Pages loaded" done={progress.pages} total={pages} />
        <p role="status">
          {pages === undefined
            ? `${formatCount(progress.pages, "page")} loaded`
            : `Page ${formatQuantity(progress.pages)} of ${formatQuantity(pages)} loaded`}
          , {formatCount(progress.records.length, noun)}. Nothing is sent until you confirm.
        </p>
        {failed && (
          <Notice title={`Couldn't load all ${noun}s`} tone="bad" alert>
            <p>{problem}</p>
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  );
};
