import { setTimeout as sleep } from "node:timers/promises";
import type { Failure } from "./problems.ts";

/** After this time the client gets an error that the database is not responding, and nothing is sent. */
const beginWaitMs = 10_000;

/** Pauses between attempts to write to an unavailable database. */
const retry = { firstMs: 100, longestMs: 5_000, triesWhenClosing: 3 } as const;

/** The code of a failure of the database or the disk, for the log. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "unknown reason";

const diskFull = "53100";

/** For the client: why a change could not be recorded, and what to do if waiting is not enough. */
export const explainUnrecorded = (error: unknown): Failure =>
  codeOf(error) === diskFull
    ? {
        kind: "memory-full",
        detail:
          "Free some space on that disk, or ask an administrator to. Then try again. No restart is needed.",
      }
    : { kind: "memory-unavailable" };

/** What `trying` resolves to. Rejects after ten seconds: what a client waits for must be recorded, or looked up, before it is sent. */
export const recordInTime = async <T>(trying: Promise<T>): Promise<T> => {
  const tooLate = Symbol("too late");
  const recorded = await Promise.race([trying, sleep(beginWaitMs, tooLate, { ref: false })]);
  if (recorded === tooLate) throw new Error("The database takes too long");
  return recorded as T;
};

export interface PatientStore {
  /** Writes the result once. */
  readonly write: () => Promise<boolean>;
  readonly onFailure: (error: unknown) => void;
  /** Whether the process is stopping: then it is tried a few times more, or no more if it is stored elsewhere. */
  readonly isStopping: () => boolean;
  readonly isElsewhere?: boolean;
}

/** Writes until it succeeds, and returns what `write` returned; false if the process stops before that. */
export const storePatiently = async (store: PatientStore): Promise<boolean> => {
  let triesLeft: number = store.isElsewhere ? 1 : retry.triesWhenClosing;
  for (let wait: number = retry.firstMs; ; wait = Math.min(wait * 2, retry.longestMs)) {
    try {
      return await store.write();
    } catch (error) {
      store.onFailure(error);
      triesLeft -= store.isStopping() ? 1 : 0;
      if (triesLeft <= 0) return false;
    }
    await sleep(wait);
  }
};
