import { ApiError } from "#web/base/api-error.ts";
import type { CopyHead, PageChange } from "./copy-record.ts";
import { isQuotaError, describeCopyProblem, storageFailed, storageFull } from "./copy-state.ts";
import type { CopyProblem } from "./copy-state.ts";
import type { CopyStore } from "./copy-store.ts";
import { type PageAnswer, type PageRequest, resumeSweep, startSweep } from "./sweep-state.ts";
import { nextStep } from "./sweep-state.ts";

/** The interval between checks for changes: the minimum first, growing to the maximum while nothing changes. */
const checkEvery = { minMs: 60_000, maxMs: 300_000 } as const;

/**
 * Prices and stock change without a new `updated_at` of their product (api 2.2), so all products are loaded again after
 * this time.
 */
export const sweepEveryMs = 86_400_000;

/** The activity of the sync; progress is in the head. */
export interface SyncStatus {
  readonly phase: "sweeping" | "checking" | "fresh" | "paused" | "waiting" | "stopped";
  readonly problem: CopyProblem | undefined;
  readonly waitingUntil: number | undefined;
  readonly nextCheckAt: number | undefined;
  readonly pageMs: number | undefined;
}

type CopyAnswer = Pick<PageAnswer, "products" | "total" | "age">;

export interface SyncTools {
  readonly store: CopyStore;
  readonly request: (request: PageRequest, signal: AbortSignal) => Promise<CopyAnswer>;
  /** A monotonic clock and the wall clock. */
  readonly now: () => number;
  readonly wall: () => number;
  /** Whether the console is visible in any tab. */
  readonly visible: () => boolean;
  readonly onPage: (change: PageChange) => void;
  readonly onHead: (head: CopyHead, reason: "began" | "gone") => void | Promise<void>;
  readonly onStatus: (status: SyncStatus) => void;
}

/** Loads the pages of a copy from the upstream, one after another, while it runs. */
export interface CopySync {
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Notes that the copy is being used: checks become more frequent. */
  readonly touch: () => void;
  readonly wake: () => void;
  readonly check: () => void;
  readonly sweepAgain: () => void;
}

/** Creates a sleep that ends after a time, by `wake` or by the abort signal. */
const createSleep = () => {
  let wake: (() => void) | undefined;
  let woken = false;
  return {
    wake: () => {
      woken = true;
      wake?.();
    },
    sleep: async (ms: number | undefined, signal: AbortSignal) => {
      if (!woken && !signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = ms === undefined ? undefined : setTimeout(() => end(), Math.max(0, ms));
          const end = () => {
            clearTimeout(timer);
            signal.removeEventListener("abort", end);
            resolve();
          };
          signal.addEventListener("abort", end);
          wake = end;
        });
      woken = false;
    },
  };
};

const pagesTimed = 20;

export const createCopySync = (tools: SyncTools): CopySync => {
  const { store, now, wall } = tools;
  const { sleep, wake } = createSleep();
  let interval: number = checkEvery.minMs;
  let lastCheck = Number.NEGATIVE_INFINITY;
  let requested = { check: false, sweep: false };
  let failures = 0;
  let stopped: CopyProblem | undefined;
  let times: number[] = [];

  const pageMs = (): number | undefined => {
    const [first, last] = [times[0], times.at(-1)];
    return first === undefined || last === undefined || times.length < 3
      ? undefined
      : (last - first) / (times.length - 1);
  };
  const report = (phase: SyncStatus["phase"], more: Partial<SyncStatus> = {}) =>
    tools.onStatus({
      phase,
      problem: undefined,
      waitingUntil: undefined,
      nextCheckAt: undefined,
      pageMs: pageMs(),
      ...more,
    });

  const waitFor = async (ms: number | undefined, signal: AbortSignal) => {
    times = [];
    await sleep(ms, signal);
  };
  const handleFailure = async (error: unknown, signal: AbortSignal) => {
    if (signal.aborted) return;
    if (!(error instanceof ApiError)) {
      stopped = isQuotaError(error) ? storageFull : storageFailed;
      return;
    }
    const { problem, waitMs } = describeCopyProblem(error, failures);
    failures += 1;
    if (waitMs === undefined) stopped = problem;
    else {
      report("waiting", { problem, waitingUntil: wall() + waitMs });
      await waitFor(waitMs, signal);
    }
  };

  const page = async (request: PageRequest, signal: AbortSignal) => {
    const askedAt = now();
    const answer = await tools.request(request, signal);
    const change = await store.writePage(request, { ...answer, askedAt, now: now(), wall: wall() });
    failures = 0;
    times = [...times.slice(1 - pagesTimed), now()];
    if (change === undefined) return;
    if (request.job === "delta" && change.changed.length > 0) interval = checkEvery.minMs;
    if (change.ended !== undefined) {
      lastCheck = now();
      requested.check = false;
    }
    if (change.ended === "delta" && change.changed.length === 0)
      interval = Math.min(checkEvery.maxMs, interval * 1.5);
    // A list that changes constantly is checked at the lowest rate.
    if (change.ended === "delta" && change.head.sweep.restless) interval = checkEvery.maxMs;
    tools.onPage(change);
  };

  const begin = async (): Promise<CopyHead | undefined> => {
    const head = await store.changeHead((one) => ({
      ...one,
      sweep: startSweep(one.sweep, one.products > 0, now()),
      sweepBegan: wall(),
    }));
    requested = { check: false, sweep: false };
    if (head) await tools.onHead(head, "began");
    return head;
  };

  /** Executes one step, including its waiting time. */
  const step = async (head: CopyHead, signal: AbortSignal) => {
    const idle = head.sweep.sweep === null && head.sweep.delta === null;
    const dueAt = lastCheck + interval;
    // Changes are loaded first: they need few requests, and a person is viewing the products.
    const old = tools.visible() && now() < dueAt && wall() - (head.sweptAt ?? 0) >= sweepEveryMs;
    if (idle && (requested.sweep || !head.sweep.swept || old)) return void (await begin());
    // The running sweep already loads everything.
    if (!idle) requested.sweep = false;
    const check = requested.check || (tools.visible() && now() >= dueAt);
    const next = nextStep(head.sweep, { now: now(), check });
    if (next.kind === "mark-gone") {
      const done = await store.markGone(next.pass, wall());
      lastCheck = now();
      if (done) await tools.onHead(done, "gone");
      return;
    }
    if (next.kind === "request") {
      report(head.sweep.sweep ? "sweeping" : "checking");
      return page(next.request, signal);
    }
    // Hidden tabs do not check; becoming visible wakes them.
    const checkAt = tools.visible() && head.sweep.swept ? dueAt : Number.POSITIVE_INFINITY;
    const wait = Math.min(next.until ?? Number.POSITIVE_INFINITY, checkAt) - now();
    const comes = Number.isFinite(checkAt);
    report(head.sweep.sweep ? "sweeping" : "fresh", {
      nextCheckAt: comes ? Math.round(wall() + Math.max(0, checkAt - now())) : undefined,
    });
    await waitFor(Number.isFinite(wait) ? wait : undefined, signal);
  };

  const runTurn = async (signal: AbortSignal) => {
    const head = await store.head();
    if (head === undefined || head.paused) report("paused");
    else if (stopped) report("stopped", { problem: stopped });
    else return step(head, signal);
    await waitFor(undefined, signal);
  };

  return {
    run: async (signal) => {
      await store.changeHead((head) => ({ ...head, sweep: resumeSweep(head.sweep, now()) }));
      while (!signal.aborted)
        await runTurn(signal).catch((error: unknown) => handleFailure(error, signal));
    },
    touch: () => {
      if (interval === checkEvery.minMs) return;
      interval = checkEvery.minMs;
      wake();
    },
    wake,
    check: () => {
      stopped = undefined;
      requested.check = true;
      wake();
    },
    sweepAgain: () => {
      stopped = undefined;
      requested.sweep = true;
      wake();
    },
  };
};
