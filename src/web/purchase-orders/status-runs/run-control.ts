import { connection } from "#web/api/connection.ts";
import {
  cachePurchaseOrder,
  invalidateOrders,
  readPurchaseOrder,
  changeOrderStatus,
} from "#web/api/purchase-orders.ts";
import { queryClient } from "#web/api/query-client.ts";
import { createValueStore, useValue } from "#web/ui/value-store.ts";
import { isOpen, type RunLine, type StatusRun, wentWell } from "./run-line.ts";
import type { StatusChange } from "./status-changes.ts";
import { runStatusChanges, type RunEnd } from "./run-status-changes.ts";
import { deleteRun, storeLine, storeRun, readRun } from "./run-store.ts";

/** The phase of this browser's run. `elsewhere`: another tab works on it. */
export type RunPhase = "running" | "pausing" | "paused" | "over" | "elsewhere";

/** The one run of this browser, as shown on its screens. */
export interface RunView {
  readonly run: StatusRun;
  readonly lines: readonly RunLine[];
  readonly phase: RunPhase;
  /** The reason for a pause that the user did not request. */
  readonly why?: string | undefined;
  /** The pace since the run was last started or continued. */
  readonly pace: { readonly done: number; readonly ms: number };
}

const view = createValueStore<RunView | undefined>(undefined);
const lockName = "supercargo-order-run";
const noPace = { done: 0, ms: 0 };

/** The run of this browser; undefined if there is none. */
export const useOrderRun = (): RunView | undefined => useValue(view);

const upstreamKey = async (): Promise<string> => {
  const { embedded, baseUrl } = await queryClient.ensureQueryData(connection());
  return embedded ? "embedded" : baseUrl;
};

const show = (changes: Partial<RunView>): void => {
  const now = view.get();
  if (now) view.set({ ...now, ...changes });
};

const askBeforeClosing = (event: BeforeUnloadEvent): void => event.preventDefault();

/** More urgent than local copies, because the user waits for it, and less urgent than a click. */
const urgency = "screen";

const work = async (): Promise<RunEnd> => {
  const { run, lines } = view.get()!;
  const began = Date.now();
  let done = 0;
  const keep = async (line: RunLine): Promise<void> => {
    const place = lines.findIndex(({ id }) => id === line.id);
    await storeLine(run.id, place, line);
    if (!isOpen(line)) done += 1;
    const shown = view.get()?.lines ?? lines;
    show({ lines: shown.with(place, line), pace: { done, ms: Date.now() - began } });
  };
  return runStatusChanges({
    move: run.move,
    lines,
    paused: () => view.get()?.phase !== "running",
    keep,
    send: async (id) => cachePurchaseOrder(await changeOrderStatus[run.move](id, urgency)),
    read: async (id) => cachePurchaseOrder(await readPurchaseOrder(id)),
  });
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
  invalidateOrders();
};

/** Runs `doIt` in only one tab of the browser: two tabs would send the same orders twice. */
const inOneTab = async (doIt: () => Promise<unknown>): Promise<void> => {
  // Without Web Locks (on an insecure page) tabs cannot detect one another.
  if (!("locks" in navigator)) return void (await doIt());
  await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock) await doIt();
    else show({ phase: "elsewhere" });
  });
};

const watchEvery = 1_000;

const runsElsewhere = async (): Promise<boolean> => {
  if (!("locks" in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockName);
};

const showStored = async (): Promise<void> => {
  const stored = await readRun(await upstreamKey());
  if (!stored) return view.set(undefined);
  const elsewhere = await runsElsewhere();
  const phase = elsewhere ? "elsewhere" : stored.lines.some(isOpen) ? "paused" : "over";
  // A finished run without failures is not shown again on a later visit.
  if (phase === "over" && view.get() === undefined && wentWell(stored.lines))
    return deleteRun(stored.run.id);
  view.set({ ...stored, phase, pace: noPace });
  if (elsewhere) setTimeout(() => void findRun(), watchEvery);
};

/** Shows a run that an earlier visit left, or that another tab works on. Only the user continues it. */
export const findRun = async (): Promise<void> => {
  const phase = view.get()?.phase;
  if (phase === "running" || phase === "pausing") return;
  // A browser without storage has no run.
  await showStored().catch(() => undefined);
};

/** Whether orders of a run still have to be sent: no other run can start before they are sent or dropped. */
export const isUnfinished = (shown: RunView | undefined): boolean =>
  shown !== undefined && shown.phase !== "over";

/** Starts a run after it has been stored. Rejects, and sends nothing, if it cannot be stored. */
export const startRun = async (
  move: StatusChange,
  orders: readonly { readonly id: number; readonly name: string }[],
): Promise<void> => {
  const before = view.get();
  if (isUnfinished(before) || (await runsElsewhere()))
    throw new Error("An earlier run isn't finished.");
  const run: StatusRun = {
    id: crypto.randomUUID(),
    move,
    upstream: await upstreamKey(),
    startedAt: Date.now(),
  };
  const lines = orders.map(({ id, name }): RunLine => ({ id, name, state: { kind: "waiting" } }));
  await storeRun(run, lines);
  if (before) await deleteRun(before.run.id);
  view.set({ run, lines, phase: "paused", pace: noPace });
  void inOneTab(workAlone);
};

/** Continues with the open orders; those that may have been sent are read first. */
export const continueRun = async (): Promise<void> => {
  const now = view.get();
  if (!now || now.phase === "running" || now.phase === "pausing") return;
  await inOneTab(async () => {
    // Another tab may have stored progress meanwhile.
    const stored = await readRun(now.run.upstream).catch((error: unknown) => {
      show({ why: String(error) });
    });
    if (stored?.run.id !== now.run.id)
      return stored && view.set({ ...now, ...stored, phase: "paused" });
    show({ lines: stored.lines });
    await workAlone();
  });
};

/** Finishes the current order, and starts no other. */
export const pauseRun = (): void => {
  if (view.get()?.phase === "running") show({ phase: "pausing" });
};

/**
 * Queues the orders whose status is unchanged again. Only on the user's request, because the first responses were
 * lost.
 */
export const resendUnchanged = async (): Promise<void> => {
  const now = view.get();
  if (!now || now.phase === "running") return;
  for (const [place, line] of now.lines.entries()) {
    if (line.state.kind !== "unmoved") continue;
    const waiting: RunLine = { ...line, state: { kind: "waiting" } };
    await storeLine(now.run.id, place, waiting);
    show({ lines: (view.get()?.lines ?? now.lines).with(place, waiting) });
  }
  await continueRun();
};

/** Deletes a run that is over, or whose remaining orders the user drops. */
export const closeRun = async (): Promise<void> => {
  const now = view.get();
  if (!now || now.phase === "running" || now.phase === "pausing") return;
  view.set(undefined);
  await deleteRun(now.run.id).catch(() => undefined);
};
