import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import { deliveriesOfEvents, mostEvents, refreshDeliveries } from "#web/api/webhook-deliveries.ts";
import { isWaiting, pauseAfter, type SentEvents, toResult } from "./sent-events.ts";

/** The part of a query's state that decides whether it is read again. */
interface Reads {
  state: {
    data?: Map<number, WebhookEventLog> | undefined;
    dataUpdateCount: number;
    errorUpdateCount: number;
  };
}

const findPause = (events: readonly WebhookEventLog[], { state }: Reads): number | false => {
  const waits = events.some((event) => isWaiting(toResult(event, state.data?.get(event.id))));
  return waits && pauseAfter(state.dataUpdateCount + state.errorUpdateCount);
};

const splitIntoChunks = (events: readonly WebhookEventLog[]): WebhookEventLog[][] =>
  Array.from({ length: Math.ceil(events.length / mostEvents) }, (_, index) =>
    events.slice(index * mostEvents, (index + 1) * mostEvents),
  );

/**
 * The result of each event that was sent again: read a few times, with growing pauses, until none is being delivered,
 * and not while the page is hidden. Each time that further results are there, the delivery log is loaded again.
 */
export const useResults = (id: number, { run, events }: SentEvents) => {
  const { found, failed } = useQueries({
    queries: splitIntoChunks(events).map((chunk) => ({
      ...deliveriesOfEvents(
        id,
        chunk.map((event) => event.id),
        run,
      ),
      refetchInterval: (query: Reads) => findPause(chunk, query),
    })),
    combine: (answers) => ({
      found: new Map(answers.flatMap(({ data }) => [...(data ?? [])])),
      failed: answers.some(({ isError }) => isError),
    }),
  });
  const results = events.map((event) => toResult(event, found.get(event.id)));
  const ended = results.filter((event) => !isWaiting(event)).length;
  // The dialog may have loaded the log with these already.
  const known = useRef(ended);
  useEffect(() => {
    if (ended > known.current) refreshDeliveries(id);
    known.current = ended;
  }, [id, ended]);
  return { results, failed };
};

/** Goes on reading the results after their dialog was closed. */
export const FollowResults = ({ id, sent }: { id: number; sent: SentEvents }) => {
  useResults(id, sent);
  return null;
};
