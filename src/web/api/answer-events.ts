/** Whether a call succeeded; undefined if the gateway did not answer at all. */
type Listener = (ok: boolean | undefined) => void;
const listeners = new Set<Listener>();

/** Notifies the listeners that a call has ended. */
export const reportAnswer: Listener = (ok) => {
  for (const listener of listeners) listener(ok);
};

/** Calls `listener` after every call; returns a function that unsubscribes it. */
export const onAnswer = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A call without a response so far. */
interface PendingCall {
  /** When it began, on the monotonic clock. */
  readonly since: number;
  readonly urgency: string;
}

/** All calls without a response so far. */
export const pendingCalls = new Set<PendingCall>();
