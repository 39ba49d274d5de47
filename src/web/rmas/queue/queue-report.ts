import { notify } from "#web/ui/notify.ts";
import { createValueStore } from "#web/ui/value-store.ts";

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
