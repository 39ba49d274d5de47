import type { Operation } from "#contract/operation.ts";
import { ApiError, isUnserved } from "#web/base/api-error.ts";
import { findServed, isServed, setServed } from "#web/base/served.ts";
import { type Answer, fetchAnswer, type Urgency } from "./call.ts";

interface ReadOperations<R> {
  operation: Operation;
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
        title: "No response from the service",
      })
    : error;

/**
 * Creates a function that reads a record for which the API documents no read operation. If the upstream does not serve
 * the read, it sends an empty update (design: documented-only), and from then on only empty updates.
 */
export const createRecordReader = <R>(ways: ReadOperations<R>) => {
  const { operation } = ways;
  const changeNothing = (id: number, urgency: Urgency) =>
    ways.sendEmptyUpdate(id, urgency).catch((error: unknown) => {
      throw toReadError(error);
    });
  return async (
    id: number,
    signal?: AbortSignal,
    urgency: Urgency = "click",
  ): Promise<Answer<R>> => {
    if (!isServed(operation)) return changeNothing(id, urgency);
    try {
      return await ways.read(id, signal, urgency);
    } catch (error) {
      if (!isUnserved(error) || findServed(operation)) throw error;
      const answer = await changeNothing(id, urgency).catch((second: unknown) => {
        throw isUnserved(second) ? error : second;
      });
      setServed(operation, false);
      return answer;
    }
  };
};

/** Reads a record. After a 404, the list tells a missing record from a missing operation; the status is 501 then. */
export const readOrSayUnserved = async <R>(
  operation: Operation,
  list: Operation,
  read: () => Promise<Answer<R>>,
): Promise<Answer<R>> => {
  try {
    return await read();
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404;
    if (!isMissing || findServed(operation)) throw error;
    if (findServed(list) === undefined) await fetchAnswer(list, {}).catch(() => undefined);
    if (isServed(list)) throw error;
    setServed(operation, false);
    return read();
  }
};
