import { ApiError } from "#web/api/api-error.ts";
import type { CopyHead, PageChange } from "./copy-record.ts";
import { isQuotaError, problemOf, storageFailed, storageFull } from "./copy-problem.ts";
import type { CopyProblem } from "./copy-state.ts";
import type { CopyStore } from "./copy-store.ts";
import { type PageAnswer, type PageRequest, resumeSweep, startSweep } from "./sweep-state.ts";
import { nextStep } from "./sweep.ts";

/** How soon after the last look the next one comes: at first, and at most while nothing happens. */
export const lookEvery = { leastMs: 60_000, mostMs: 300_000 } as const;

/** Prices and stock change without moving their product's `updated_at` (api 2.2): after so long all are read anew. */
export const sweepEveryMs = 86_400_000;

/** What the copy's reader is doing; the head says the rest. */
export interface SyncNews {
  readonly phase: "sweeping" | "checking" | "fresh" | "paused" | "waiting" | "stopped";
  readonly problem: CopyProblem | undefined;
  readonly waitingUntil: number | undefined;
  readonly nextCheckAt: number | undefined;
  /** Milliseconds that a page takes, over the last ones. */
  readonly pageMs: number | undefined;
}

export type CopyAnswer = Pick<PageAnswer, "products" | "total" | "age">;

export interface SyncTools {
  readonly store: CopyStore;
  readonly ask: (request: PageRequest, signal: AbortSignal) => Promise<CopyAnswer>;
  /** A monotonic clock and the wall's. */
  readonly now: () => number;
  readonly wall: () => number;
  /** Whether somebody looks at the console, in any tab. */
  readonly visible: () => boolean;
  readonly onPage: (change: PageChange) => void;
  readonly onHead: (head: CopyHead, reason: "began" | "gone") => void | Promise<void>;
  readonly onNews: (news: SyncNews) => void;
}

/** Reads a copy's pages from the upstream, one after the other, for as long as it runs. */
export interface CopySync {
  /** Ends when the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Somebody does something with the copy: looks come sooner. */
  readonly touch: () => void;
  /** Looks again at whether there is something to do. */
  readonly wake: () => void;
  readonly look: () => void;
  readonly sweepAgain: () => void;
}

/** Whoever waits is woken by `wake`, a time or the end. */
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
  let interval: number = lookEvery.leastMs;
  let lastLook = Number.NEGATIVE_INFINITY;
  let wanted = { look: false, sweep: false };
  let failures = 0;
  let stopped: CopyProblem | undefined;
  let times: number[] = [];

  const pageMs = (): number | undefined => {
    const [first, last] = [times[0], times.at(-1)];
    return first === undefined || last === undefined || times.length < 3
      ? undefined
      : (last - first) / (times.length - 1);
  };
  const tell = (phase: SyncNews["phase"], more: Partial<SyncNews> = {}) =>
    tools.onNews({
      phase,
      problem: undefined,
      waitingUntil: undefined,
      nextCheckAt: undefined,
      pageMs: pageMs(),
      ...more,
    });

  const rest = async (ms: number | undefined, signal: AbortSignal) => {
    times = [];
    await sleep(ms, signal);
  };
  const failed = async (error: unknown, signal: AbortSignal) => {
    if (signal.aborted) return;
    if (!(error instanceof ApiError)) {
      stopped = isQuotaError(error) ? storageFull : storageFailed;
      return;
    }
    const { problem, waitMs } = problemOf(error, failures);
    failures += 1;
    if (waitMs === undefined) stopped = problem;
    else {
      tell("waiting", { problem, waitingUntil: wall() + waitMs });
      await rest(waitMs, signal);
    }
  };

  const page = async (request: PageRequest, signal: AbortSignal) => {
    const askedAt = now();
    const answer = await tools.ask(request, signal);
    const change = await store.writePage(request, { ...answer, askedAt, now: now(), wall: wall() });
    failures = 0;
    times = [...times.slice(1 - pagesTimed), now()];
    if (change === undefined) return;
    if (request.job === "delta" && change.changed.length > 0) interval = lookEvery.leastMs;
    if (change.ended !== undefined) {
      lastLook = now();
      wanted.look = false;
    }
    if (change.ended === "delta" && change.changed.length === 0)
      interval = Math.min(lookEvery.mostMs, interval * 1.5);
    // A look at it is all that it may cost, again and again.
    if (change.ended === "delta" && change.head.sweep.restless) interval = lookEvery.mostMs;
    tools.onPage(change);
  };

  const begin = async (): Promise<CopyHead | undefined> => {
    const head = await store.changeHead((one) => ({
      ...one,
      sweep: startSweep(one.sweep, one.products > 0, now()),
      sweepBegan: wall(),
    }));
    wanted = { look: false, sweep: false };
    if (head) await tools.onHead(head, "began");
    return head;
  };

  /** One step, and the rest that it asks for. */
  const step = async (head: CopyHead, signal: AbortSignal) => {
    const idle = head.sweep.sweep === null && head.sweep.delta === null;
    const dueAt = lastLook + interval;
    // What changed is asked for first: it is few requests, and somebody looks.
    const old = tools.visible() && now() < dueAt && wall() - (head.sweptAt ?? 0) >= sweepEveryMs;
    if (idle && (wanted.sweep || !head.sweep.swept || old)) return void (await begin());
    // What is under way reads everything already.
    if (!idle) wanted.sweep = false;
    const look = wanted.look || (tools.visible() && now() >= dueAt);
    const next = nextStep(head.sweep, { now: now(), look });
    if (next.kind === "mark-gone") {
      const done = await store.markGone(next.pass, wall());
      lastLook = now();
      if (done) await tools.onHead(done, "gone");
      return;
    }
    if (next.kind === "ask") {
      tell(head.sweep.sweep ? "sweeping" : "checking");
      return page(next.request, signal);
    }
    // Hidden tabs look at nothing; becoming visible wakes them.
    const lookAt = tools.visible() && head.sweep.swept ? dueAt : Number.POSITIVE_INFINITY;
    const wait = Math.min(next.until ?? Number.POSITIVE_INFINITY, lookAt) - now();
    const comes = Number.isFinite(lookAt);
    tell(head.sweep.sweep ? "sweeping" : "fresh", {
      nextCheckAt: comes ? Math.round(wall() + Math.max(0, lookAt - now())) : undefined,
    });
    await rest(Number.isFinite(wait) ? wait : undefined, signal);
  };

  const turn = async (signal: AbortSignal) => {
    const head = await store.head();
    if (head === undefined || head.paused) tell("paused");
    else if (stopped) tell("stopped", { problem: stopped });
    else return step(head, signal);
    await rest(undefined, signal);
  };

  return {
    run: async (signal) => {
      await store.changeHead((head) => {
        const sweep = resumeSweep(head.sweep, now());
        return sweep ? { ...head, sweep } : head;
      });
      while (!signal.aborted) await turn(signal).catch((error: unknown) => failed(error, signal));
    },
    touch: () => {
      if (interval === lookEvery.leastMs) return;
      interval = lookEvery.leastMs;
      wake();
    },
    wake,
    look: () => {
      stopped = undefined;
      wanted.look = true;
      wake();
    },
    sweepAgain: () => {
      stopped = undefined;
      wanted.sweep = true;
      wake();
    },
  };
};
