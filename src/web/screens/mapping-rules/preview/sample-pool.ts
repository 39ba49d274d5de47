import { pageSize } from "#contract/limits.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";
import type { SampleRecord } from "./sample-record.ts";

/** One page of samples, and the total where the upstream gives it. */
export interface SamplePage {
  readonly samples: readonly SampleRecord[];
  readonly total: number | undefined;
}

/** The samples stored in this browser by an earlier reading. */
export interface StoredSamples {
  readonly pages: readonly (readonly SampleRecord[])[];
  readonly total: number | undefined;
  readonly readAt: number;
}

/** A source of samples. */
export interface SampleSource {
  readonly readPage: (page: number, readAt: number, signal: AbortSignal) => Promise<SamplePage>;
  /** The samples stored in this browser, at most `wanted`. */
  readonly readStored?: (wanted: number, signal: AbortSignal) => Promise<StoredSamples | undefined>;
  /** Updates the samples stored in this browser. */
  readonly updateStored?: (signal: AbortSignal) => Promise<void>;
  /** Stops requests that continue without a reader. */
  readonly pause?: () => void;
  readonly forgetKept?: () => Promise<void>;
}

type SamplePhase = "idle" | "reading" | "paused" | "complete" | "failed";

/** The progress of the reading. */
export interface SampleState {
  readonly phase: SamplePhase;
  /** Grows page by page; another array each time. */
  readonly samples: readonly SampleRecord[];
  /** The number of samples wanted; Infinity for all. */
  readonly wanted: number;
  /** The total at the upstream, where it gives it. */
  readonly total: number | undefined;
  /** The time when the first of them was read. */
  readonly readAt: number | undefined;
  /** Seconds until the wanted samples are read, at the pace so far. */
  readonly secondsLeft: number | undefined;
  readonly error?: unknown;
}

/** Reads samples page by page, with the lowest priority, until enough are read or the reading is stopped. */
export interface SamplePool extends Pick<ValueStore<SampleState>, "get" | "subscribe"> {
  /** Starts or continues. Stored samples come first and cost no request. */
  readonly start: () => void;
  readonly pause: () => void;
  /** Stops requesting; a local copy that is loading continues. */
  readonly leave: () => void;
  readonly want: (count: number) => void;
  /** Reads everything again. */
  readonly refresh: () => void;
  /** Deletes the samples from this browser. */
  readonly forget: () => void;
}

/** The number of samples read by default. */
export const usualSamples = 2_000;

interface Reading {
  samples: Map<string, SampleRecord>;
  pages: number;
  ended: boolean;
  opened: boolean;
  /** Whether the stored samples are updated first. */
  updatesStored: boolean;
  /** The milliseconds for a page, smoothed. */
  pace: number;
}

const blank = (): Reading => ({
  samples: new Map(),
  pages: 0,
  ended: false,
  opened: false,
  updatesStored: false,
  // The API allows two requests a second.
  pace: 500,
});

/** The number of samples that is enough. */
const getGoal = (wanted: number, total: number | undefined): number =>
  Math.min(wanted, total ?? Number.POSITIVE_INFINITY);

const secondsLeft = ({ pages, pace }: Reading, goal: number): number | undefined =>
  Number.isFinite(goal)
    ? Math.ceil((Math.max(0, Math.ceil(goal / pageSize.maximum) - pages) * pace) / 1000)
    : undefined;

/** Creates a pool that has read nothing yet. `clock` returns epoch milliseconds. */
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
    state.set({ ...next, secondsLeft: secondsLeft(reading, getGoal(next.wanted, next.total)) });
  };
  const shown = (limit = state.get().wanted) => [...reading.samples.values()].slice(0, limit);
  const enough = () => {
    const { wanted: limit, total } = state.get();
    return reading.ended || reading.pages * pageSize.maximum >= getGoal(limit, total);
  };
  const addPage = ({ samples, total }: SamplePage) => {
    // A record that changed between two pages comes twice; only its last version counts.
    for (const sample of samples) reading.samples.set(sample.key, sample);
    reading.pages += 1;
    reading.ended = samples.length < pageSize.maximum;
    show({ samples: shown(), total: total ?? state.get().total });
  };

  const openStored = async (signal: AbortSignal) => {
    if (reading.updatesStored) await source.updateStored?.(signal);
    const kept = await source.readStored?.(state.get().wanted, signal);
    reading.opened = true;
    if (!kept || reading.pages > 0 || signal.aborted) return;
    for (const samples of kept.pages) {
      for (const sample of samples) reading.samples.set(sample.key, sample);
      reading.pages += 1;
      reading.ended = samples.length < pageSize.maximum;
    }
    show({ samples: shown(), total: kept.total, readAt: kept.readAt });
  };

  const readPages = async (signal: AbortSignal) => {
    if (!reading.opened) await openStored(signal);
    while (!signal.aborted && !enough()) {
      const began = clock();
      const readAt = state.get().readAt ?? began;
      show({ readAt });
      const page = await source.readPage(reading.pages + 1, readAt, signal);
      if (signal.aborted) return;
      reading.pace = (reading.pace + clock() - began) / 2;
      addPage(page);
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
    readPages(control.signal)
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
      empty({ updatesStored: true });
      start();
    },
    forget: () => {
      empty({ opened: true });
      void source.forgetKept?.();
    },
  };
};
