import { pageSize } from "#contract/limits.ts";
import { createValueStore, type ValueStore } from "#web/ui/value-store.ts";
import type { SampleRecord } from "./sample-record.ts";

/** One page of samples, and how many there are at all where the upstream says so. */
export interface SamplePage {
  readonly samples: readonly SampleRecord[];
  readonly total: number | undefined;
}

/** What an earlier reading left in this browser. */
export interface KeptSamples {
  readonly pages: readonly (readonly SampleRecord[])[];
  readonly total: number | undefined;
  readonly readAt: number;
}

/** Where samples come from. */
export interface SampleSource {
  readonly readPage: (page: number, readAt: number, signal: AbortSignal) => Promise<SamplePage>;
  /** What this browser has of it, at most so many. */
  readonly readKept?: (wanted: number, signal: AbortSignal) => Promise<KeptSamples | undefined>;
  /** Brings what this browser has up to date. */
  readonly renew?: (signal: AbortSignal) => Promise<void>;
  /** Stops requests that go on without a reader. */
  readonly pause?: () => void;
  readonly forgetKept?: () => Promise<void>;
}

export type SamplePhase = "idle" | "reading" | "paused" | "complete" | "failed";

/** How far the reading is. */
export interface SampleState {
  readonly phase: SamplePhase;
  /** Grows page by page; another array at each. */
  readonly samples: readonly SampleRecord[];
  /** How many are wanted; Infinity for all. */
  readonly wanted: number;
  /** How many there are at the upstream, where it says so. */
  readonly total: number | undefined;
  /** When the first of them was read. */
  readonly readAt: number | undefined;
  /** Until the wanted ones are here, at the pace so far. */
  readonly secondsLeft: number | undefined;
  readonly error?: unknown;
}

/** Reads samples page by page, behind everything else, until enough are here or somebody stops it. */
export interface SamplePool extends Pick<ValueStore<SampleState>, "get" | "subscribe"> {
  /** Begins or goes on. What this browser kept comes first and costs no request. */
  readonly start: () => void;
  readonly pause: () => void;
  /** Asks for no more; a local copy that is loading goes on. */
  readonly leave: () => void;
  readonly want: (count: number) => void;
  /** Reads everything anew. */
  readonly refresh: () => void;
  /** Takes the samples out of this browser. */
  readonly forget: () => void;
}

/** How many are asked for unless the person says otherwise. */
export const usualSamples = 2_000;

interface Reading {
  samples: Map<string, SampleRecord>;
  pages: number;
  ended: boolean;
  opened: boolean;
  /** What the browser kept is brought up to date first. */
  renews: boolean;
  /** Milliseconds a page took, smoothed. */
  pace: number;
}

const blank = (): Reading => ({
  samples: new Map(),
  pages: 0,
  ended: false,
  opened: false,
  renews: false,
  // Two requests a second are what the API allows.
  pace: 500,
});

/** How many would be enough. */
const goalOf = (wanted: number, total: number | undefined): number =>
  Math.min(wanted, total ?? Number.POSITIVE_INFINITY);

const secondsLeft = ({ pages, pace }: Reading, goal: number): number | undefined =>
  Number.isFinite(goal)
    ? Math.ceil((Math.max(0, Math.ceil(goal / pageSize.maximum) - pages) * pace) / 1000)
    : undefined;

/** A pool that has read nothing yet. `clock` gives epoch milliseconds. */
export const createSamplePool = (
  source: SampleSource,
  wanted: number = usualSamples,
  clock: () => number = Date.now,
): SamplePool => {
  const state = createValueStore<SampleState>({
    phase: "idle",
    samples: [],
    wanted,
    total: undefined,
    readAt: undefined,
    secondsLeft: undefined,
  });
  let reading = blank();
  let running: AbortController | undefined;

  const show = (change: Partial<SampleState>) => {
    const { error: _error, ...before } = state.get();
    const next = { ...before, ...change };
    state.set({ ...next, secondsLeft: secondsLeft(reading, goalOf(next.wanted, next.total)) });
  };
  const shown = (limit = state.get().wanted) => [...reading.samples.values()].slice(0, limit);
  const enough = () => {
    const { wanted: limit, total } = state.get();
    return reading.ended || reading.pages * pageSize.maximum >= goalOf(limit, total);
  };
  const take = ({ samples, total }: SamplePage) => {
    // A record that changed between two pages comes twice; it counts once, as it came last.
    for (const sample of samples) reading.samples.set(sample.key, sample);
    reading.pages += 1;
    reading.ended = samples.length < pageSize.maximum;
    show({ samples: shown(), total: total ?? state.get().total });
  };

  const openKept = async (signal: AbortSignal) => {
    if (reading.renews) await source.renew?.(signal);
    const kept = await source.readKept?.(state.get().wanted, signal);
    reading.opened = true;
    if (!kept || reading.pages > 0 || signal.aborted) return;
    for (const samples of kept.pages) {
      for (const sample of samples) reading.samples.set(sample.key, sample);
      reading.pages += 1;
      reading.ended = samples.length < pageSize.maximum;
    }
    show({ samples: shown(), total: kept.total, readAt: kept.readAt });
  };

  const readOn = async (signal: AbortSignal) => {
    if (!reading.opened) await openKept(signal);
    while (!signal.aborted && !enough()) {
      const began = clock();
      const readAt = state.get().readAt ?? began;
      show({ readAt });
      const page = await source.readPage(reading.pages + 1, readAt, signal);
      if (signal.aborted) return;
      reading.pace = (reading.pace + clock() - began) / 2;
      take(page);
    }
    if (!signal.aborted) show({ phase: "complete" });
  };

  const leave = () => {
    running?.abort();
    running = undefined;
    if (state.get().phase === "reading") show({ phase: "paused" });
  };
  const pause = () => {
    if (state.get().phase === "reading") source.pause?.();
    leave();
  };
  const start = () => {
    if (running) return;
    const control = new AbortController();
    running = control;
    show({ phase: "reading" });
    readOn(control.signal)
      .catch((error: unknown) => {
        if (!control.signal.aborted) show({ phase: "failed", error });
      })
      .finally(() => {
        if (running === control) running = undefined;
      });
  };
  const empty = (change: Partial<Reading>) => {
    leave();
    reading = { ...blank(), ...change };
    show({ phase: "idle", samples: [], total: undefined, readAt: undefined });
  };

  return {
    get: state.get,
    subscribe: state.subscribe,
    start,
    pause,
    leave,
    want: (count) => {
      show({ wanted: count, samples: shown(count) });
      if (state.get().phase === "complete") start();
    },
    refresh: () => {
      empty({ renews: true });
      start();
    },
    forget: () => {
      empty({ opened: true });
      void source.forgetKept?.();
    },
  };
};
