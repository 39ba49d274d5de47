import { ApiError, mayHaveHappened } from "#web/api/api-error.ts";
import { createValueStore, type ValueStore } from "./value-store.ts";

/** Where changes are on their way to the API. `S` is what a request carries, `C` what the record says against it. */
export type SaveState<S, C> =
  | { readonly kind: "editing" }
  /** Shown to the person, to be sent or not. */
  | { readonly kind: "reviewing" }
  /** The record is read again, so that nobody's change is overwritten unseen. */
  | { readonly kind: "reading" }
  | { readonly kind: "sending"; readonly sent: S }
  /** It could not be read again: nothing was sent. */
  | { readonly kind: "unread"; readonly error: unknown }
  /** The API said no: nothing was changed. */
  | { readonly kind: "refused"; readonly error: unknown; readonly sent: S }
  /** Sent, and nobody knows what became of it. */
  | {
      readonly kind: "unknown";
      readonly error: unknown;
      readonly sent: S;
      readonly checking: boolean;
    }
  /** The record is not what the changes were made over: nothing was sent, or not all of it arrived. */
  | { readonly kind: "conflict"; readonly conflict: C }
  /** Checked: what is still here did not arrive. */
  | { readonly kind: "lost" };

export type SaveKind = SaveState<unknown, unknown>["kind"];

/** What a check found of a save whose answer was lost. */
export type Found<A, C> =
  | { readonly kind: "saved"; readonly answer: A }
  | { readonly kind: "conflict"; readonly conflict: C }
  | { readonly kind: "lost" };

/**
 * How one resource saves: `R` is the record as it is read before a save, `A` what a save answers. `read`, `conflictIn`
 * and `send` are taken when a save begins and see what was typed until then; the others see what is there by now.
 */
export interface SavePlan<R, A, S, C> {
  /** Whether there is something to send, and nothing wrong with it. */
  readonly ready: () => boolean;
  /** Whether the person is asked first. */
  readonly asks: () => boolean;
  readonly read: () => Promise<R>;
  readonly conflictIn: (now: R) => C | undefined;
  /** Sends; `leaves` is called right before each request, with what it carries. */
  readonly send: (now: R, leaves: (sent: S) => void) => Promise<A>;
  /** Takes over the answer. `found`: it was looked for, since the first one was lost. */
  readonly saved: (answer: A, sent: S, found: boolean) => void;
  readonly refused?: (error: unknown, sent: S) => void;
  /** Finds out what became of a save whose answer was lost. */
  readonly find: (sent: S) => Promise<Found<A, C>>;
}

/** One save at a time. What is called in a state that does not take it does nothing. */
export interface SaveMachine<S, C> {
  readonly state: Pick<ValueStore<SaveState<S, C>>, "get" | "subscribe">;
  /** The person wants to save: sends, or asks first where that is due. */
  readonly save: () => Promise<void>;
  /** Asks, whatever there is to send. */
  readonly review: () => void;
  /** The person was asked and said yes. */
  readonly send: () => Promise<void>;
  /** Looks for a save whose answer was lost. */
  readonly check: () => Promise<void>;
  /** Something was typed: what is said of an earlier attempt is over. */
  readonly edited: () => void;
  /** The person is done with what the state says: asked and said no, has chosen, has looked, gives up. */
  readonly back: () => void;
  /** The changes were made over another version than the one that is there now. */
  readonly contest: (conflict: C) => void;
  /** A page was closed before the answer to this came. */
  readonly doubt: (sent: S) => void;
}

const closedEarly = new ApiError("the page was closed before it came", {
  status: 504,
  outcome: "unknown",
});

const editing = { kind: "editing" } as const;

/** Where a new attempt may begin. */
const resting: ReadonlySet<SaveKind> = new Set(["editing", "unread", "refused", "lost"]);

type Busy = { kind: "reading" } | { kind: "sending" };

/** Whether a save is on its way. */
export const isBusy = <T extends { kind: SaveKind }>(state: T): state is Extract<T, Busy> =>
  state.kind === "reading" || state.kind === "sending";

/** Whether an answer is awaited: of a save, or of a check for one. */
export const isWaiting = (state: SaveState<unknown, unknown>): boolean =>
  isBusy(state) || (state.kind === "unknown" && state.checking);

/** `planOf` gives the current plan. */
export const createSaveMachine = <R, A, S, C>(
  planOf: () => SavePlan<R, A, S, C>,
): SaveMachine<S, C> => {
  const state = createValueStore<SaveState<S, C>>(editing);
  const { get, set: enter, subscribe } = state;
  const rests = () => resting.has(get().kind);

  const saved = (answer: A, sent: S, found: boolean) => {
    planOf().saved(answer, sent, found);
    enter(editing);
  };

  /** The record as it is now; undefined where the way is not free. */
  const readFirst = async (
    plan: SavePlan<R, A, S, C>,
  ): Promise<{ readonly now: R } | undefined> => {
    enter({ kind: "reading" });
    try {
      const now = await plan.read();
      const conflict = plan.conflictIn(now);
      if (conflict === undefined) return { now };
      enter({ kind: "conflict", conflict });
    } catch (error) {
      enter({ kind: "unread", error });
    }
    return undefined;
  };

  const run = async () => {
    const plan = planOf();
    const way = await readFirst(plan);
    if (!way) return;
    let left: { readonly sent: S } | undefined;
    try {
      const answer = await plan.send(way.now, (sent) => {
        left = { sent };
        enter({ kind: "sending", sent });
      });
      if (left) saved(answer, left.sent, false);
      else enter(editing);
    } catch (error) {
      // An exception before anything left is a reading that failed: nothing can have arrived.
      if (!left) return enter({ kind: "unread", error });
      const { sent } = left;
      if (mayHaveHappened(error)) return enter({ kind: "unknown", error, sent, checking: false });
      planOf().refused?.(error, sent);
      enter({ kind: "refused", error, sent });
    }
  };

  const check = async () => {
    const asked = get();
    if (asked.kind !== "unknown" || asked.checking) return;
    enter({ ...asked, checking: true });
    try {
      const found = await planOf().find(asked.sent);
      if (found.kind === "saved") saved(found.answer, asked.sent, true);
      else enter(found);
    } catch (error) {
      enter({ ...asked, error });
    }
  };

  const review = () => {
    if (rests()) enter({ kind: "reviewing" });
  };

  return {
    state: { get, subscribe },
    save: async () => {
      if (!rests() || !planOf().ready()) return;
      if (planOf().asks()) review();
      else await run();
    },
    review,
    send: async () => {
      if (get().kind === "reviewing") await run();
    },
    check,
    edited: () => {
      if (rests()) enter(editing);
    },
    back: () => {
      if (!isWaiting(get())) enter(editing);
    },
    contest: (conflict) => {
      if (rests()) enter({ kind: "conflict", conflict });
    },
    doubt: (sent) => {
      if (rests()) enter({ kind: "unknown", error: closedEarly, sent, checking: false });
    },
  };
};
