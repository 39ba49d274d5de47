import type { Operation } from "#contract/operation.ts";
import { nameOperation, readServed, servedMs } from "#contract/served.ts";
import { pageState } from "./page-state.ts";
import { createValueStore, useValue } from "./value-store.ts";

type Request = Pick<Operation, "method" | "path">;

/** By name ("GET /rma"): what the gateway knew when it wrote the page, and what answers have said since. */
export const servedOperations = createValueStore(pageState.served);
/** When answers said so, in the page's time: what the gateway knew is as old as the page. */
const learnedAt = new Map<string, number>();

const isRecent = (name: string): boolean =>
  performance.now() - (learnedAt.get(name) ?? 0) < servedMs;

/** Whether the upstream serves an operation; undefined if that is not servedOperations. The embedded service serves all. */
export const findServed = (operation: Request): boolean | undefined =>
  servedOperations.get()[nameOperation(operation)] ?? (pageState.connection?.embedded || undefined);

/** False if the upstream is known to lack an operation, as one with only the documented operations does. */
export const isServed = (operation: Request): boolean => findServed(operation) !== false;

/** Like `isServed`, of several; renders again when an answer says otherwise. */
export const useServed = (...operations: readonly Request[]): boolean => {
  useValue(servedOperations);
  return operations.every(isServed);
};

/** Whether a request can have an answer: what was not served a while ago is asked for again. */
export const mayAsk = (operation: Request): boolean =>
  isServed(operation) || !isRecent(nameOperation(operation));

/** Each operation may be asked for again. */
export const askAgain = (): void => {
  for (const name of Object.keys(servedOperations.get()))
    learnedAt.set(name, Number.NEGATIVE_INFINITY);
};

export const setServed = (operation: Request, is: boolean): void => {
  const name = nameOperation(operation);
  learnedAt.set(name, performance.now());
  if (is !== findServed(operation)) servedOperations.set({ ...servedOperations.get(), [name]: is });
};

/** Learns from the status of an answer. */
export const learnServed = (operation: Request, status: number): void => {
  const before = isRecent(nameOperation(operation)) ? findServed(operation) : undefined;
  const is = readServed(operation, status, before);
  if (is !== undefined) setServed(operation, is);
};
