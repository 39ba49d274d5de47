import { ApiError, isUnserved } from "./api-error.ts";
import type { Answer } from "./call.ts";

interface ReadOperations<R> {
  /** The undocumented read operation. */
  read: (id: number, signal: AbortSignal | undefined) => Promise<Answer<R>>;
  /** The documented update with an empty body: it returns the record. */
  sendEmptyUpdate: (id: number) => Promise<Answer<R>>;
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
  const changeNothing = (id: number) =>
    ways.sendEmptyUpdate(id).catch((error: unknown) => {
      throw toReadError(error);
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
