import { ApiError, isUnserved } from "./api-error.ts";
import type { Answer } from "./call.ts";

interface Ways<R> {
  /** The operation that reads, which the API's document does not have. */
  read: (id: number, signal: AbortSignal | undefined) => Promise<Answer<R>>;
  /** The documented change, of nothing: it answers the record. */
  changeNothing: (id: number) => Promise<Answer<R>>;
}

/** An empty change that failed is a failed read, whatever is known about the change. */
const asReading = (error: unknown): unknown =>
  error instanceof ApiError && error.outcome === "unknown"
    ? new ApiError(error.message, {
        ...error,
        outcome: "refused",
        title: "The API did not respond",
      })
    : error;

/**
 * Reads one record where the API names no read: an upstream that does not serve the read is asked by a change of
 * nothing (design: documented-only), and from then on is asked so at once.
 */
export const readByChangingNothing = <R>(ways: Ways<R>) => {
  let readIsServed = true;
  const changeNothing = (id: number) =>
    ways.changeNothing(id).catch((error: unknown) => {
      throw asReading(error);
    });
  return async (id: number, signal?: AbortSignal): Promise<Answer<R>> => {
    if (!readIsServed) return changeNothing(id);
    try {
      return await ways.read(id, signal);
    } catch (error) {
      if (!isUnserved(error)) throw error;
      const answer = await changeNothing(id).catch((second: unknown) => {
        throw isUnserved(second) ? error : second;
      });
      readIsServed = false;
      return answer;
    }
  };
};
