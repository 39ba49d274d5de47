import { ApiError, isSilence, mayHaveHappened } from "#web/base/api-error.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";
import { addWaitingSave, type SavePlace } from "./waiting-saves.ts";

/**
 * What the earlier attempts of one save did: "refused", because the record had changed since it was read; "partly", because
 * some of its requests arrived before that.
 */
export type Earlier = "refused" | "partly";

/** The state of a save. `S` is what a request carries, `C` describes a conflict with the record. */
export type SaveState<S, C> =
  | { readonly kind: "editing" }
  /** Shown to the person for confirmation. */
  | { readonly kind: "reviewing" }
  /** The record is being read again, so that no unseen change is overwritten. */
  | { readonly kind: "reading" }
  | { readonly kind: "sending"; readonly sent: S }
  /** The record could not be read again, so nothing was sent, apart from `earlier` attempts. */
  | {
      readonly kind: "unread";
      readonly error: unknown;
      readonly earlier?: Earlier;
      readonly wait?: () => void;
    }
  /** The person chose to send it when the gateway answers again. */
  | { readonly kind: "waiting"; readonly cancel: () => void }
  /** The API refused: nothing was changed. */
  | { readonly kind: "refused"; readonly error: unknown; readonly sent: S }
  /** Sent, with an unknown result. */
  | {
      readonly kind: "unknown";
      readonly error: unknown;
      readonly sent: S;
      readonly checking: boolean;
    }
  /** The record has changed since it was edited: nothing was sent, or not all of it arrived. */
  | { readonly kind: "conflict"; readonly conflict: C }
  /** Checked: the remaining changes did not arrive. `unsendable`: after a wait they can't be sent as they are. */
  | { readonly kind: "lost"; readonly unsendable?: boolean };

export type SaveKind = SaveState<unknown, unknown>["kind"];

/** The result of a check for a save whose answer was lost. */
export type Found<A, C> =
  | { readonly kind: "saved"; readonly answer: A }
  | { readonly kind: "conflict"; readonly conflict: C }
  | { readonly kind: "lost" };

/**
 * The way one resource is saved: `R` is the record read before a save, `A` the answer to a save. `read`, `conflictIn` and
 * `send` belong to the plan at the start of a save; the other functions to the latest plan.
 */
export interface SavePlan<R, A, S, C> {
  /** Where a save that waits is found again, if that isn't the screen on which it began. */
  readonly place?: SavePlace;
  /** Whether there are valid changes to send. */
  readonly ready: () => boolean;
  /** Whether there are any changes; without this function, there always are. */
  readonly hasChanges?: () => boolean;
  /** Whether the person must confirm first. */
  readonly asks: () => boolean;
  readonly read: () => Promise<R>;
  readonly conflictIn: (now: R) => C | undefined;
  /**
   * Sends the changes; calls `leaves` right before each request with what the request carries. `key`: the
   * Idempotency-Key of a save of one request, with which its entry under Activity is settled after a check.
   */
  readonly send: (now: R, leaves: (sent: S) => void, key: string) => Promise<A>;
  /** The key that a request carried, where the plan chooses it instead: one that is repeated keeps its key. */
  readonly keyOf?: (sent: S) => string;
  /** Takes the answer. `found`: the first answer was lost, and checking found this one. */
  readonly saved: (answer: A, sent: S, found: boolean) => void;
  readonly refused?: (error: unknown, sent: S) => void;
  /** Finds out the result of a save whose answer was lost. */
  readonly find: (sent: S) => Promise<Found<A, C>>;
}

/** One save at a time. A call that the current state does not allow does nothing. */
export interface SaveMachine<S, C> {
  readonly state: Pick<ValueStore<SaveState<S, C>>, "get" | "subscribe">;
  /** Starts a save, or asks for confirmation first if the plan says so. */
  readonly save: () => Promise<void>;
  /** Asks for confirmation. */
  readonly review: () => void;
  /** Sends after the person has confirmed. */
  readonly send: () => Promise<void>;
  /** Looks for a save whose answer was lost. */
  readonly check: () => Promise<void>;
  /** Clears the result of an earlier attempt, because something was typed. */
  readonly edited: () => void;
  /** Returns to editing: the person canceled, chose a version, checked the result, or gave up. */
  readonly back: () => void;
  /** Reports that the changes were made to an older version than the current one. */
  readonly startConflict: (conflict: C) => void;
  /** Reports a save of another page: by default, of one that was closed before the answer came. */
  readonly markUnknown: (sent: S, error?: unknown) => void;
}

const closedEarly = new ApiError("the page was closed first", {
  status: 504,
  outcome: "unknown",
});

/** Whether a change was refused because the record has changed since the version it was made to. */
const hasChanged = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

const editing = { kind: "editing" } as const;

const restStates: ReadonlySet<SaveKind> = new Set(["editing", "unread", "refused", "lost"]);

/** The states in which a new attempt may begin. */
const startStates: ReadonlySet<SaveKind> = new Set([...restStates, "waiting"]);

/** How often one save compares and sends, where others change the record each time in between. */
const mostAttempts = 3;

type Busy = { kind: "reading" } | { kind: "sending" };

/** Whether a save is in progress. */
export const isBusy = <T extends { kind: SaveKind }>(state: T): state is Extract<T, Busy> =>
  state.kind === "reading" || state.kind === "sending";

/** Whether a save, or a check for one, is in progress. */
export const isWaiting = (state: SaveState<unknown, unknown>): boolean =>
  isBusy(state) || (state.kind === "unknown" && state.checking);

/**
 * Whether the person has the next step, and nothing is unknown: a draft that is older than the record, which a reload in
 * the background may have brought, is a conflict then, also after a save that failed.
 */
export const isAtRest = ({ kind }: { kind: SaveKind }): boolean => restStates.has(kind);

/** `getPlan` gives the current plan. */
export const createSaveMachine = <R, A, S, C>(
  getPlan: () => SavePlan<R, A, S, C>,
): SaveMachine<S, C> => {
  const state = createValueStore<SaveState<S, C>>(editing);
  const { get, set: setState, subscribe } = state;
  const canStart = () => startStates.has(get().kind);

  /** `wait` is offered where nothing can have been sent because nothing was reached. */
  const unread = (error: unknown, earlier: Earlier | undefined) =>
    setState({
      kind: "unread",
      error,
      ...(earlier && { earlier }),
      ...(isSilence(error) && { wait }),
    });

  /** The key of the last request; undefined for one of an earlier page. */
  let key: string | undefined;
  /** Activity shows what a check has found. If this fails, an admin settles the entry. */
  const settle = (made: boolean, sent: S) => {
    const checked = getPlan().keyOf?.(sent) ?? key;
    if (checked !== undefined)
      void import("./settle-checked.ts")
        .then(({ settleChecked }) => settleChecked(checked, made))
        .catch(() => undefined);
  };

  const waitAgain = () => setState({ kind: "waiting", cancel: () => setState(editing) });
  const wait = () => {
    waitAgain();
    const resume = async () => {
      if (get().kind !== "waiting") return;
      await run(getPlan(), mostAttempts, mayResume);
      const now = get();
      if (now.kind === "unread" && isSilence(now.error)) waitAgain();
    };
    addWaitingSave({ state, resume }, getPlan().place);
  };

  /** Whether the person has confirmed the save. */
  let isConfirmed = false;
  /** Whether a save that waited may still be sent: the record may have been read again since, with another's changes. */
  const mayResume = (plan: SavePlan<R, A, S, C>): boolean => {
    if (!plan.ready())
      setState(plan.hasChanges?.() === false ? editing : { kind: "lost", unsendable: true });
    else if (plan.asks() && !isConfirmed) setState({ kind: "reviewing" });
    else return true;
    return false;
  };

  const saved = (answer: A, sent: S, found: boolean) => {
    getPlan().saved(answer, sent, found);
    setState(editing);
  };

  /** Reads the current record; undefined if the save must stop. */
  const readFirst = async (
    plan: SavePlan<R, A, S, C>,
    earlier: Earlier | undefined,
  ): Promise<{ readonly now: R } | undefined> => {
    setState({ kind: "reading" });
    try {
      const now = await plan.read();
      const conflict = plan.conflictIn(now);
      if (conflict === undefined) return { now };
      setState({ kind: "conflict", conflict });
    } catch (error) {
      unread(error, earlier);
    }
    return undefined;
  };

  /**
   * Reads, compares and sends. A change that is refused because the record changed after it was read had no effect, so
   * the record is compared again: if it differs where it matters, this is a conflict. `maySend` is asked after the first
   * comparison.
   */
  const run = async (
    plan = getPlan(),
    attempts = mostAttempts,
    maySend = (_: typeof plan) => true,
    earlier?: Earlier,
  ): Promise<void> => {
    const way = await readFirst(plan, earlier);
    if (!way || !maySend(plan)) return;
    let left: { readonly sent: S } | undefined;
    let requests = 0;
    key = crypto.getRandomValues(new Uint32Array(4)).join("-");
    try {
      const leaves = (sent: S) => {
        left = { sent };
        requests += 1;
        setState({ kind: "sending", sent });
      };
      const answer = await plan.send(way.now, leaves, key);
      if (left) saved(answer, left.sent, false);
      else setState(editing);
    } catch (error) {
      // An exception before anything was sent is a failed read: nothing can have arrived.
      if (!left) return unread(error, earlier);
      const { sent } = left;
      // Where requests before this one arrived, less is left to send: only attempts without progress count.
      const more = requests > 1 ? mostAttempts : attempts - 1;
      const now = requests > 1 || earlier === "partly" ? "partly" : "refused";
      if (hasChanged(error) && more > 0) return run(plan, more, undefined, now);
      if (mayHaveHappened(error))
        return setState({ kind: "unknown", error, sent, checking: false });
      getPlan().refused?.(error, sent);
      setState({ kind: "refused", error, sent });
    }
  };

  const check = async () => {
    const asked = get();
    if (asked.kind !== "unknown" || asked.checking) return;
    setState({ ...asked, checking: true });
    try {
      const found = await getPlan().find(asked.sent);
      if (found.kind !== "conflict") settle(found.kind === "saved", asked.sent);
      if (found.kind === "saved") saved(found.answer, asked.sent, true);
      else setState(found);
    } catch (error) {
      setState({ ...asked, error });
    }
  };

  const review = () => {
    if (canStart()) setState({ kind: "reviewing" });
  };

  return {
    state: { get, subscribe },
    save: async () => {
      if (!canStart() || !getPlan().ready()) return;
      isConfirmed = false;
      if (getPlan().asks()) review();
      else await run();
    },
    review,
    send: async () => {
      if (get().kind !== "reviewing") return;
      isConfirmed = true;
      await run();
    },
    check,
    edited: () => {
      if (canStart()) setState(editing);
    },
    back: () => {
      if (!isWaiting(get())) setState(editing);
    },
    startConflict: (conflict) => {
      if (canStart()) setState({ kind: "conflict", conflict });
    },
    markUnknown: (sent, error = closedEarly) => {
      if (!canStart()) return;
      key = undefined;
      setState({ kind: "unknown", error, sent, checking: false });
    },
  };
};
