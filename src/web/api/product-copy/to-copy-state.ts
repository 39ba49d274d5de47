import type { CopyHead } from "./copy-record.ts";
import type { CopyState, SweepProgress } from "./copy-state.ts";
import type { SyncStatus } from "./copy-sync.ts";

const orUndefined = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

/** The number of new rows on a page: each page repeats the last row of the previous one. */
const countNewRows = (size: number): number => Math.max(1, size - 1);

const toProgress = (
  { sweep: { sweep: job, size }, sweepBegan }: CopyHead,
  pageMs: number | undefined,
): SweepProgress | undefined => {
  if (job === null) return undefined;
  const total = orUndefined(job.total);
  const left = total === undefined ? undefined : Math.max(0, total - job.seen) / countNewRows(size);
  return {
    first: !job.repeat,
    pages: job.pages,
    totalPages: left === undefined ? undefined : job.pages + Math.ceil(left),
    seen: job.seen,
    total,
    requests: job.requests,
    startedAt: sweepBegan ?? 0,
    leftMs: left === undefined || pageMs === undefined ? undefined : Math.round(left * pageMs),
    closing: job.stage !== "reading",
    round: job.round,
  };
};

/** Builds the state of a copy from its head and the sync's status. */
export const toCopyState = (
  head: CopyHead | undefined,
  status: SyncStatus | undefined,
): Partial<CopyState> => ({
  ...(status && {
    phase: status.phase,
    problem: status.problem,
    waitingUntil: status.waitingUntil,
    nextCheckAt: status.nextCheckAt,
  }),
  sweep: head && toProgress(head, status?.pageMs),
  sweptAt: orUndefined(head?.sweptAt),
  sweptFrom: orUndefined(head?.sweptFrom),
  checkedAt: orUndefined(head?.checkedAt),
  restless: head?.sweep.restless ?? false,
  requests: head?.requests ?? 0,
  unreadable: head?.sweep.sweep?.unreadable ?? 0,
});
