import { ApiError, isUnserved } from "#web/base/api-error.ts";
import type { Answer, Urgency } from "./call.ts";

interface ReadOperations<R> {
  read: (id: number, signal: AbortSignal | undefined, urgency: Urgency) => Promise<Answer<R>>;
  /** The documented update with an empty body: it returns the record. */
  sendEmptyUpdate: (id: number, urgency: Urgency) => Promise<Answer<R>>;
}

/** Converts an error of an empty update to one of a read: its outcome is never unknown. */
const toReadError = (error: unknown): unknown =>
  error instanceof ApiError && error.outcome === "unknown"
    ? new ApiError(error.message, {
        ...error,
        outcome: "refused",
        title: "The API did not respond",
      })
    : error;

/**
 * Creates a function that reads a record for which the API documents no read operation. If the upstream does not serve
 * the read, it sends an empty update (design: documented-only), and from then on only empty updates.
 */
export const createRecordReader = <R>(ways: ReadOperations<R>) => {
  let readIsServed = true;
  const changeNothing = (id: number, urgency: Urgency) =>
    ways.sendEmptyUpdate(id, urgency).catch((error: unknown) => {
      throw toReadError(error);
    });
  return async (
    id: number,
    signal?: AbortSignal,
    urgency: Urgency = "click",
  ): Promise<Answer<R>> => {
    if (!readIsServed) return changeNothing(id, urgency);
    try {
      return await ways.read(id, signal, urgency);
    } catch (error) {
      if (!isUnserved(error)) throw error;
      const answer = await changeNothing(id, urgency).catch((second: unknown) => {
        throw isUnserved(second) ? error : second;
      });
      readIsServed = false;
      return answer;
    }
  };
};
