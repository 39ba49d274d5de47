import { formatCount } from "#web/base/format.ts";
import { notify } from "#web/kit/notify.ts";
import { createValueStore } from "#web/base/value-store.ts";

const report = createValueStore("");
let isOpen = false;

/** The result of the last save that arrived, for the queue's status line. */
export const queueReport: Pick<typeof report, "get" | "subscribe"> = report;

/** Whether the queue's screen is open: it shows the results of saves itself. */
export const isQueueOpen = (): boolean => isOpen;

/** Shows results in the queue until the returned function is called. */
export const openReport = (): (() => void) => {
  isOpen = true;
  return () => {
    isOpen = false;
    report.set("");
  };
};

/** Reports a save that arrived: in the queue, or as a notification if it was left. */
export const reportSaved = (words: string): void => {
  if (isOpen) report.set(words);
  else notify(words);
};

/** Reports that the queue was loaded again, with the number of new RMAs; undefined if that failed. */
export const reportRefreshed = (added: number | undefined): void =>
  report.set(
    added === undefined
      ? "Couldn't refresh the queue. Try again."
      : added === 0
        ? "Queue refreshed. No new RMAs."
        : `Queue refreshed. ${formatCount(added, "new RMA")}.`,
  );
