import type { Outcome } from "#contract/errors.ts";
import { reportAnswer } from "./answer-events.ts";
import { ApiError } from "#web/base/api-error.ts";

/**
 * The error of a request that got no response from the gateway, which is reported; of an aborted one, the abort itself.
 * `isOwn`: see `reportAnswer`.
 */
export const toSilence = (cause: unknown, outcome: Outcome, isOwn = false): unknown => {
  if (cause instanceof DOMException && cause.name === "AbortError") return cause;
  reportAnswer(undefined, isOwn);
  return new ApiError(
    globalThis.navigator?.onLine === false
      ? "You're offline."
      : "The console's gateway didn't respond. Check that it is still running.",
    { outcome },
  );
};
