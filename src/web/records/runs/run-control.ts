import type { Permission } from "#contract/people.ts";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { nameUpstream } from "#web/base/page-state.ts";
import { personalKey } from "#web/base/session.ts";
import { type Release, takeLock } from "#web/base/take-lock.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";
import type { RunWords } from "./describe-run.ts";
import { hasFailed, isOpen, type Run, type RunKind, type RunLine, wentWell } from "./run-line.ts";
import { type RunEnd, runLines } from "./run-lines.ts";
import { createRunStore } from "./run-store.ts";

/** The phase of this browser's run. `elsewhere`: another tab works on it. */
export type RunPhase = "running" | "pausing" | "paused" | "over" | "elsewhere";

/** The one run of its kind in this browser, as shown on its screens. */
export interface RunView<C, D, S> {
  readonly run: Run<C>;
  readonly lines: readonly RunLine<D, S>[];
  readonly phase: RunPhase;
  /** The reason for a pause that the user did not request. */
  readonly why?: string | undefined;
  /** The pace since the run was last started or continued. */
  readonly pace: { readonly done: number; readonly ms: number };
}

/** A record to change, as a run starts with it. */
type RunRecord<D> = Pick<RunLine<D>, "id" | "name" | "data">;

interface RunControlOptions<C, D, S, R> {
  /** Names the storage: "order". */
  readonly name: string;
  readonly kind: RunKind<C, D, S, R>;
  readonly words: RunWords<C, D>;
  /** The operation that the run repeats. */
  readonly permission: (change: C) => Permission;
  /** Called after each stretch of work. */
  readonly onEnd: () => void;
  /** Whether a run without failures is shown until it is closed, also on a later visit, so that its results can be used. */
  readonly keeps: boolean;
}

/** Starts, shows, pauses and continues the one run of a kind in this browser. */
export interface RunControl<C, D, S> {
  readonly words: RunWords<C, D>;
  /** The operation that the run repeats. */
  readonly permission: (change: C) => Permission;
  /** The run of this browser; undefined if there is none. */
  readonly useRun: () => RunView<C, D, S> | undefined;
  /** Shows a run that an earlier visit left, or that another tab works on. Only the user continues it. */
  readonly find: () => Promise<void>;
  /** Starts a run after it has been stored. Rejects, and sends nothing, if it cannot be stored, or its person can't be read. */
  readonly start: (change: C, records: readonly RunRecord<D>[]) => Promise<void>;
  /** Continues with the open records; those that may have been sent are read first. */
  readonly resume: () => Promise<void>;
  /** Finishes the current record, and starts no other. */
  readonly pause: () => void;
  /** Queues the failed records again. Only on the user's request. */
  readonly retry: () => Promise<void>;
  /** Ends a paused run: what was not sent stays unsent. */
  readonly cancelRest: () => Promise<void>;
  /** Deletes a run that is over. */
  readonly close: () => Promise<void>;
}

const noPace = { done: 0, ms: 0 };
const watchEvery = 1_000;

/** A run belongs to the person who started it. */
const upstreamKey = (): string => personalKey(nameUpstream());

/** The upstream as the gateway names it now: it may have been restarted with another one. */
const freshUpstreamKey = async (): Promise<string> =>
  personalKey(
    nameUpstream({
      connection: await queryClient.fetchQuery({ ...connection(), staleTime: 0 }),
    }),
  );

const elsewhere =
  "The console is connected to another API now. This run can go on when it is connected to the earlier one.";
const notFinished = "An earlier run isn't finished.";
const askBeforeClosing = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Whether records of a run still have to be sent: no other run can start before they are sent or canceled. */
export const isUnfinished = (shown: { readonly phase: RunPhase } | undefined): boolean =>
  shown !== undefined && shown.phase !== "over";

/** A stored run that no tab works on. */
const showIdle = <C, D, S>(stored: Pick<RunView<C, D, S>, "run" | "lines">): RunView<C, D, S> => ({
  ...stored,
  phase: stored.lines.some(isOpen) ? "paused" : "over",
  pace: noPace,
});

/** The control of the runs of one kind. Call it once for each kind. */
export const createRunControl = <C, D, S, R>({
  name,
  kind,
  words,
  permission,
  onEnd,
  keeps,
}: RunControlOptions<C, D, S, R>): RunControl<C, D, S> => {
  const view = createValueStore<RunView<C, D, S> | undefined>(undefined);
  const { storeRun, storeLine, readRun, deleteRun } = createRunStore<C, D, S>(name);
  const lockName = `supercargo-${name}-run`;

  const show = (changes: Partial<RunView<C, D, S>>): void => {
    const now = view.get();
    if (now) view.set({ ...now, ...changes });
  };
  const isWorking = (): boolean => ["running", "pausing"].includes(view.get()?.phase ?? "");

  const work = async (): Promise<RunEnd> => {
    const { run, lines } = view.get()!;
    const places = new Map(lines.map(({ id }, place) => [id, place]));
    const began = performance.now();
    let done = 0;
    const keep = async (line: RunLine<D, S>): Promise<void> => {
      const place = places.get(line.id)!;
      await storeLine(run.id, place, line);
      if (!isOpen(line)) done += 1;
      const shown = view.get()?.lines ?? lines;
      show({ lines: shown.with(place, line), pace: { done, ms: performance.now() - began } });
    };
    const paused = () => view.get()?.phase !== "running";
    return runLines({ kind, change: run.change, lines, paused, keep });
  };

  const workAlone = async (): Promise<void> => {
    show({ phase: "running", why: undefined, pace: noPace });
    addEventListener("beforeunload", askBeforeClosing);
    const end = await work();
    removeEventListener("beforeunload", askBeforeClosing);
    show({
      phase: end.kind === "over" ? "over" : "paused",
      why: end.kind === "held" ? end.why : undefined,
      pace: noPace,
    });
    onEnd();
  };

  let watching: ReturnType<typeof setTimeout> | undefined;
  /** Follows the run that another tab works on. */
  const watch = (): void => {
    clearTimeout(watching);
    watching = setTimeout(() => void find(), watchEvery);
  };

  let busy = false;
  /**
   * Lets only one tab of the browser work: two would send the same records twice. A second click in this tab gets
   * undefined too. The returned function ends the work.
   */
  const takeOver = async (): Promise<Release | undefined> => {
    if (busy) return undefined;
    busy = true;
    const release = await takeLock(lockName);
    if (release)
      return async () => {
        await release();
        busy = false;
      };
    busy = false;
    show({ phase: "elsewhere" });
    watch();
    return undefined;
  };

  const runsElsewhere = async (): Promise<boolean> => {
    if (!("locks" in navigator)) return false;
    const { held = [] } = await navigator.locks.query();
    return held.some((lock) => lock.name === lockName);
  };

  const showStored = async (): Promise<void> => {
    const stored = await readRun(upstreamKey());
    const elsewhere = await runsElsewhere();
    if (elsewhere) watch();
    if (!stored) return view.set(undefined);
    const found = showIdle(stored);
    if (elsewhere) return view.set({ ...found, phase: "elsewhere" });
    if (found.phase === "over" && !keeps && view.get() === undefined && wentWell(stored.lines))
      return deleteRun(stored.run.id);
    view.set(found);
  };

  const find = async (): Promise<void> => {
    // A browser without storage has no run.
    if (!isWorking()) await showStored().catch(() => undefined);
  };

  /**
   * Calls `doIt` with the run as it is stored: another tab may have worked on it meanwhile. If it `sends`, only a run of
   * the upstream that the gateway names now: the same ids are other records on another one.
   */
  const withStored = async (doIt: () => Promise<void>, sends = false): Promise<void> => {
    const now = view.get();
    if (!now || isWorking()) return;
    const release = await takeOver();
    try {
      if (!release) return;
      if (sends && (await freshUpstreamKey()) !== now.run.upstream) return show({ why: elsewhere });
      const stored = await readRun(now.run.upstream);
      // Another tab closed this run, or started another one: the user decides again.
      if (stored?.run.id !== now.run.id) return view.set(stored && showIdle(stored));
      show({ lines: stored.lines });
      await doIt();
    } catch (error) {
      show({ why: error instanceof Error ? error.message : String(error) });
    } finally {
      await release?.();
    }
  };

  /** Gives the lines that `fits` selects another state. */
  const setStates = async (
    fits: (line: RunLine<D, S>) => boolean,
    state: { readonly kind: "waiting" } | { readonly kind: "canceled" },
  ): Promise<void> => {
    const { run, lines } = view.get()!;
    const changed = lines.map((line) => (fits(line) ? { ...line, state } : line));
    await storeRun(run, changed);
    show({ lines: changed });
  };

  let starting: Promise<void> | undefined;
  const begin = async (change: C, records: readonly RunRecord<D>[]): Promise<void> => {
    if (isUnfinished(view.get())) throw new Error(notFinished);
    const upstream = upstreamKey();
    const run = { id: crypto.randomUUID(), change, upstream, startedAt: Date.now() };
    const lines = records.map(({ id, name: label, data }): RunLine<D, S> => ({
      id,
      name: label,
      data,
      state: { kind: "waiting" },
    }));
    // It is stored only in the tab that works on it, so that two tabs cannot start two runs of the same records.
    const release = await takeOver();
    if (!release) throw new Error(notFinished);
    try {
      // This tab may not have read what another one stored.
      const earlier = await readRun(upstream);
      if (earlier?.lines.some(isOpen)) {
        view.set(showIdle(earlier));
        throw new Error(notFinished);
      }
      await storeRun(run, lines);
      if (earlier) await deleteRun(earlier.run.id);
    } catch (error) {
      await release();
      throw error;
    }
    view.set({ run, lines, phase: "paused", pace: noPace });
    void workAlone()
      .catch((error: unknown) => show({ why: String(error) }))
      .finally(release);
  };

  return {
    words,
    permission,
    useRun: () => useValue(view),
    find,
    start: (change, records) => {
      // A second click starts nothing.
      starting ??= begin(change, records).finally(() => (starting = undefined));
      return starting;
    },
    resume: () => withStored(workAlone, true),
    pause: () => {
      if (view.get()?.phase === "running") show({ phase: "pausing" });
    },
    retry: () =>
      withStored(async () => {
        await setStates(hasFailed, { kind: "waiting" });
        await workAlone();
      }, true),
    cancelRest: () =>
      withStored(async () => {
        await setStates(({ state }) => state.kind === "waiting", { kind: "canceled" });
        // Requests that may have been sent are still checked when the user continues.
        if (!view.get()?.lines.some(isOpen)) show({ phase: "over", why: undefined });
      }),
    close: () =>
      withStored(async () => {
        const { run } = view.get()!;
        view.set(undefined);
        await deleteRun(run.id).catch(() => undefined);
      }),
  };
};
