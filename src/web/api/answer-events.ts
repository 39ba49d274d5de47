import type { Outcome } from "#contract/errors.ts";
import { ApiError } from "#web/base/api-error.ts";

/**
 * Whether a call succeeded; undefined if the gateway did not answer at all. `isOwn`: only the gateway was asked, so it
 * says nothing about the upstream.
 */
type Listener = (ok: boolean | undefined, isOwn?: boolean) => void;
const listeners = new Set<Listener>();

export const reportAnswer: Listener = (ok, isOwn = false) => {
  for (const listener of listeners) listener(ok, isOwn);
};

/** Calls `listener` after every call; returns a function that unsubscribes it. */
export const onAnswer = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The gateway's refusals because of the person: nothing was sent. */
const personalRefusals = new Set(["signed-out", "role-too-low"]);

type RefusalListener = (error: ApiError) => void;
const refusalListeners = new Set<RefusalListener>();

/**
 * Notifies the listeners if the gateway refused a call because of the person; not of background calls, which are also
 * sent while the person is away. Returns the error, to be thrown.
 */
export const reportRefusal = (error: ApiError, urgency?: string): ApiError => {
  if (personalRefusals.has(error.kind ?? "") && urgency !== "background")
    for (const listener of refusalListeners) listener(error);
  return error;
};

export const onRefusal = (listener: RefusalListener): void => void refusalListeners.add(listener);

interface PendingCall {
  /** When it began, on the monotonic clock. */
  readonly since: number;
  readonly urgency: string;
}

export const pendingCalls = new Set<PendingCall>();

/**
 * The error of a request that got no response from the gateway, which is reported; of an aborted one, the abort itself.
 * `isOwn`: see `reportAnswer`.
 */
export const toNetworkError = (cause: unknown, outcome: Outcome, isOwn = false): unknown => {
  if (cause instanceof DOMException && cause.name === "AbortError") return cause;
  reportAnswer(undefined, isOwn);
  return new ApiError(
    globalThis.navigator?.onLine === false
      ? "You're offline."
      : "Supercargo's server didn't respond. Check your network, then try again.",
    { outcome },
  );
};
