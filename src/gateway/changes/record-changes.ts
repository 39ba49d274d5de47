import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#database/sql.ts";
import type { Clock } from "#gateway/server/clock.ts";
import { hasEnded, markOfProcess } from "#gateway/server/identify-process.ts";
import type { ChangeStep, Memory } from "#gateway/server/database.ts";
import type { Failure } from "#gateway/server/problems.ts";
import { repeat } from "#gateway/server/repeat.ts";
import {
  explainUnrecorded,
  codeOf,
  recordInTime,
  storePatiently,
} from "#gateway/server/store-patiently.ts";
import { pruneChain, readChainEnd } from "./chain-store.ts";
import {
  type ChangeEnding,
  type ChangeIntent,
  type Earlier,
  endChange,
  findEarlier,
  forgetAnswers,
  giveUpChanges,
  keepChangesAlive,
  listChangeProcesses,
  recordIntent,
} from "./store.ts";
import { pruneRuns } from "#gateway/runs/prune-runs.ts";
import { endUnsentChanges } from "./store-unsent.ts";
import { formatEnd } from "./chain.ts";
import { createUnsentChanges } from "./unsent-changes.ts";

type BegunChange =
  | { readonly kind: "begun"; readonly id: number }
  /** The same key was used before. */
  | { readonly kind: "earlier"; readonly earlier: Earlier }
  /** It could not be recorded, so nothing may be sent. */
  | { readonly kind: "unavailable"; readonly failure: Failure };

/** What came of an earlier request with the same key, or as far as that is known. */
type EarlierResult =
  | { readonly kind: "earlier"; readonly earlier: Earlier }
  /** Its key is free: the request is a new one. */
  | { readonly kind: "released" }
  /** The database failed, so its result is not known. */
  | { readonly kind: "unavailable"; readonly failure: Failure };

export interface ChangeKeeper {
  /** Records a change before it is sent. */
  begin(intent: ChangeIntent): Promise<BegunChange>;
  /** Records its result; resolves once it is stored, or after a short wait while storing is retried. */
  end(id: number, ending: ChangeEnding): Promise<void>;
  /** The request with that key, once it is no longer in progress; as it is after `waitMs`. */
  whenEnded(intent: ChangeIntent, earlier: Earlier, waitMs: number): Promise<EarlierResult>;
  /** Remembers the serving of a change, from before it is recorded until its result is given to `end`. */
  follow<T>(serving: Promise<T>): Promise<T>;
  /** Resolves when no change is served and no result is waiting to be stored. */
  idle(): Promise<void>;
  stopping(): void;
  close(): void;
}

export interface ChangeKeeperOptions {
  readonly memory: Memory;
  readonly upstream: string;
  readonly leaseMs: number;
  /** Rows of the chain, and runs of received orders, are removed after this many days; 0: never. */
  readonly auditDays: number;
  /** How long a client waits for its result to be stored. */
  readonly storeWaitMs: number;
  readonly reached: (step: ChangeStep) => void | Promise<void>;
  readonly clock: Clock;
  readonly log: (facts: Readonly<Record<string, unknown>>, message: string) => void;
  /** Like `log`, for what is no failure. */
  readonly inform: ChangeKeeperOptions["log"];
}

/** How long a key and its response are stored. */
const keyKeptMs = 24 * 3_600_000;

const cleanMs = 3_600_000;

const abandoned =
  "The gateway stopped, or lost its database, before the result was stored. The change may have been made.";

const uniqueViolation = "23505";

const neverSent = (): ChangeEnding => ({
  state: "refused",
  status: null,
  reason: "The database did not respond, so nothing was sent.",
  endedAt: new Date().toISOString(),
  recordId: null,
  answer: null,
  freesKey: true,
});

/** Records changes: those of this process until their results are stored, and those that other processes left. */
export const createChangeKeeper = (options: ChangeKeeperOptions): ChangeKeeper => {
  const { memory, upstream, leaseMs, auditDays, storeWaitMs, reached, clock, log, inform } =
    options;
  const thisProcess = markOfProcess();
  const mine = new Set<number>();
  /** What a stop waits for. */
  const underWay = new Set<Promise<unknown>>();
  let isStopping = false;

  const follow = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    const over = () => underWay.delete(work);
    work.then(over, over);
    return work;
  };
  const unsent = createUnsentChanges({
    refuse: async (requestIds) => {
      const requests = { requestIds, process: thisProcess };
      return endUnsentChanges(await memory.sql(), upstream, requests, neverSent());
    },
    onFailure: (error) =>
      log({ code: codeOf(error) }, "could not look for changes that were not sent; retrying"),
    isStopping: () => isStopping,
  });

  const tryBegin = async (intent: ChangeIntent): Promise<BegunChange> => {
    const sql = await memory.sql();
    try {
      const id = await recordIntent(sql, upstream, intent, { process: thisProcess });
      mine.add(id);
      return { kind: "begun", id };
    } catch (error) {
      if (codeOf(error) !== uniqueViolation || intent.key === null) {
        void follow(unsent.add(intent.requestId));
        throw error;
      }
      const earlier = await findEarlier(sql, upstream, intent.person, intent.key);
      // Its key was released in the meantime.
      return earlier === undefined ? tryBegin(intent) : { kind: "earlier", earlier };
    }
  };

  /** Retries while the process runs, and a few times when it stops. */
  const store = async (id: number, ending: ChangeEnding): Promise<void> => {
    await storePatiently({
      write: async () => {
        await endChange(await memory.sql(), id, ending);
        return mine.delete(id);
      },
      onFailure: (error) =>
        log({ code: codeOf(error), change: id }, "could not record a result; retrying"),
      isStopping: () => isStopping,
    });
  };

  /** Looks again at an earlier request until it has ended or this must no longer wait. */
  const waitForEnd = async (
    { person, key }: ChangeIntent,
    first: Earlier,
    waitMs: number,
  ): Promise<EarlierResult> => {
    const until = clock.now() + waitMs;
    let earlier = first;
    for (let wait = 20; earlier.state === "pending"; wait = Math.min(wait * 2, 500)) {
      if (isStopping || clock.now() >= until) break;
      await sleep(wait);
      const found = await findEarlier(await memory.sql(), upstream, person, key ?? "");
      if (found === undefined) return { kind: "released" };
      earlier = found;
    }
    return { kind: "earlier", earlier };
  };

  const recover = async (): Promise<void> => {
    const sql = await memory.sql();
    await unsent.look();
    // A restarted gateway detects its own ended process at once; others wait for the lease to expire.
    const endedProcesses = (await listChangeProcesses(sql)).filter(hasEnded);
    const left = await giveUpChanges(sql, { silentMs: leaseMs, endedProcesses, reason: abandoned });
    for (const change of left)
      log({ change }, "the result of a change is unknown; settle it in the console");
  };
  let loggedEnd = 0;
  /** A log that is stored elsewhere proves later that the chain was neither cut nor rewritten. */
  const logEnd = async (sql: Sql): Promise<void> => {
    const end = await readChainEnd(sql);
    if (end.seq === loggedEnd) return;
    loggedEnd = end.seq;
    inform({ end: formatEnd(end) }, "the chain of audit rows ends here");
  };
  const clean = async (): Promise<void> => {
    const sql = await memory.sql();
    await forgetAnswers(sql, keyKeptMs);
    if (auditDays > 0) {
      await pruneChain(sql, auditDays);
      await pruneRuns(sql, auditDays);
    }
    await logEnd(sql);
  };
  const stops = [
    repeat(clock, leaseMs / 4, async () => {
      if (mine.size > 0) await keepChangesAlive(await memory.sql(), [...mine]);
    }),
    repeat(clock, leaseMs / 2, recover),
    repeat(clock, cleanMs, clean),
  ];
  void recover()
    .then(clean)
    .catch(() => undefined);

  return {
    begin: async (intent) => {
      await reached("change-arrived");
      const trying = tryBegin(intent);
      try {
        const begun = await recordInTime(trying);
        await reached("change-recorded");
        return begun;
      } catch (error) {
        log({ code: codeOf(error) }, "could not record a change; nothing was sent");
        void trying.then(
          (begun) => (begun.kind === "begun" ? follow(store(begun.id, neverSent())) : undefined),
          () => undefined,
        );
        return { kind: "unavailable", failure: explainUnrecorded(error) };
      }
    },
    end: async (id, ending) => {
      await reached("change-answered");
      const tooLong = sleep(storeWaitMs, undefined, { ref: false });
      await Promise.race([follow(store(id, ending)), tooLong]);
      await reached("change-stored");
    },
    whenEnded: async (intent, first, waitMs) => {
      try {
        return await waitForEnd(intent, first, waitMs);
      } catch (error) {
        log({ code: codeOf(error), change: first.id }, "could not look for an earlier result");
        return { kind: "unavailable", failure: { kind: "memory-failed" } };
      }
    },
    follow,
    idle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    stopping: () => {
      isStopping = true;
    },
    close: () => {
      for (const stop of stops) stop();
    },
  };
};
