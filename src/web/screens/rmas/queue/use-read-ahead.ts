import { useEffect } from "react";
import { queryClient } from "#web/api/query-client.ts";
import { rmaDetail } from "#web/api/rmas.ts";
import { getDesk } from "#web/screens/rmas/decision-desks.ts";
import { copiedLines } from "#web/records/use-copied-lines.ts";
import { listAhead } from "./queue-order.ts";
import { isToDecide } from "./use-queue-rows.ts";

/** An RMA that is open for a shorter time than this, in ms, is not read. */
export const passedMs = 250;
const ahead = 2;

/**
 * Reads the open RMA and the next two again if they are older than 30 seconds: the next ones behind every click. What
 * the queue's list returned is shown meanwhile. Images and options of lines come from this browser.
 */
export const useReadAhead = (ids: readonly number[], current: number | undefined): void => {
  useEffect(() => {
    if (current === undefined) return undefined;
    const next = listAhead(ids, current, isToDecide, ahead);
    for (const id of next) void queryClient.prefetchQuery(copiedLines(getDesk(id).record()));
    const timer = setTimeout(() => {
      void queryClient.prefetchQuery(rmaDetail(current, "screen"));
      for (const id of next) void queryClient.prefetchQuery(rmaDetail(id, "background"));
    }, passedMs);
    return () => clearTimeout(timer);
  }, [ids, current]);
};
