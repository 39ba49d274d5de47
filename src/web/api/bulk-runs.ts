import { queryOptions } from "@tanstack/react-query";
import type { ChangedResource } from "#contract/audit.ts";
import { type BulkRun, bulkRunOperations, type NewBulkRun } from "#contract/bulk-runs.ts";
import { type Answer, call, fetchAnswer } from "./call.ts";
import { invalidate, queryClient } from "./query-client.ts";

/* Runs belong to the gateway: reading them costs no upstream request, so a working one may be polled. */

const pollMs = 2_000;
const idlePollMs = 30_000;

const isMoving = ({ state, isWorking }: BulkRun): boolean =>
  state === "running" || isWorking === true;

const lists = ["bulk-runs", "list"] as const;

export interface BulkRunFilter {
  resource?: ChangedResource | undefined;
  recordId?: number | undefined;
  pageNumber?: number;
  pageSize: number;
}

/** One page of runs, newest first. Colleagues start and end some, so it is read again while it is on the screen. */
export const bulkRunList = (filter: BulkRunFilter) =>
  queryOptions({
    queryKey: [...lists, filter] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(bulkRunOperations.listBulkRuns, {
        query: filter,
        signal,
        urgency: "background",
      }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.value.some(isMoving) ? pollMs : idlePollMs),
  });

/** A run with its records. */
export const bulkRunDetail = (id: number) =>
  queryOptions({
    queryKey: ["bulk-runs", "detail", id] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(bulkRunOperations.getBulkRun, { params: { id }, signal, urgency: "background" }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isMoving(state.data.value) ? pollMs : idlePollMs,
  });

/** Shows a run as the gateway answered, before the lists are read again. */
const cacheRun = (run: BulkRun): BulkRun => {
  queryClient.setQueriesData<Answer<BulkRun[]>>({ queryKey: lists }, (cached) => {
    if (cached === undefined) return cached;
    const isListed = cached.value.some(({ id }) => id === run.id);
    const value = cached.value.map((one) =>
      one.id === run.id ? { ...run, items: one.items } : one,
    );
    return { ...cached, value: isListed ? value : [run, ...value] };
  });
  void invalidate({ queryKey: ["bulk-runs"] });
  return run;
};

/** Starts a run; the gateway works on it from now on. */
export const startBulkRun = async (run: NewBulkRun): Promise<BulkRun> =>
  cacheRun(await call(bulkRunOperations.startBulkRun, { body: run, urgency: "click" }));

export type BulkAct = "pause" | "continue" | "cancel" | "retry";

const acts = {
  pause: bulkRunOperations.pauseBulkRun,
  continue: bulkRunOperations.continueBulkRun,
  cancel: bulkRunOperations.cancelBulkRun,
  retry: bulkRunOperations.retryBulkRun,
} as const;

export const changeBulkRun = async (act: BulkAct, id: number): Promise<BulkRun> =>
  cacheRun(await call(acts[act], { params: { id }, urgency: "click" }));

/** A run with its records as it is now, for a report. */
export const readBulkRun = async (id: number): Promise<BulkRun> =>
  call(bulkRunOperations.getBulkRun, { params: { id }, urgency: "click" });
