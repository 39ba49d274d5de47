import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import type { Operation } from "#contract/operation.ts";
import type { Sql } from "#database/sql.ts";
import { type Clock, repeat } from "#gateway/server/clock.ts";
import {
  type ChangeStep,
  codeOf,
  explainUnrecorded,
  type GatewayDatabase,
  recordInTime,
  writeUntilStored,
} from "#gateway/server/database.ts";
import { guardCall } from "#gateway/server/guard-browsers.ts";
import type { Failure } from "#gateway/server/problems.ts";
import { apiPrefix } from "#gateway/server/read-request.ts";
import { type BackgroundWork, trackWork } from "#gateway/server/stop.ts";
import { formatEnd, lockChain, pruneChain, readChainEnd } from "./chain.ts";
import { describeChange } from "./describe-change.ts";
import {
  type ChangeIntent,
  type ChangeResult,
  type Earlier,
  endChange,
  endUnsentChanges,
  findEarlier,
  forgetAnswers,
  giveUpChanges,
  keepChangesAlive,
  recordIntent,
  writeResult,
} from "./store.ts";

type BegunChange =
  | { readonly kind: "begun"; readonly id: number }
  /** The same key was used before. */
  | { readonly kind: "earlier"; readonly earlier: Earlier }
  /** It could not be recorded, so nothing may be sent. */
  | { readonly kind: "unavailable"; readonly failure: Failure };

export interface ChangeRecorder extends BackgroundWork {
  /** Records a change before it is sent. */
  begin(intent: ChangeIntent): Promise<BegunChange>;
  /** Records its result; resolves once it is stored, or after a short wait while storing is retried. */
  end(id: number, result: ChangeResult): Promise<void>;
  /**
   * The request with that key, once it is no longer in progress; as it is after `waitMs`. "released": its key is free, so
   * the request is a new one. A failure: the database failed, so its result is not known.
   */
  whenEnded(
    intent: ChangeIntent,
    earlier: Earlier,
    waitMs: number,
  ): Promise<Earlier | "released" | Failure>;
  /** A stop waits for the serving of a change, from before it is recorded until its result is given to `end`. */
  track<T>(serving: Promise<T>): Promise<T>;
}

export interface ChangeRecorderOptions {
  readonly database: GatewayDatabase;
  readonly upstream: string;
  readonly leaseMs: number;
  /** Rows of the chain are removed after this many days; 0: never. */
  readonly auditDays: number;
  /** How long a client waits for its result to be stored. */
  readonly storeWaitMs: number;
  readonly reached: (step: ChangeStep) => void | Promise<void>;
  readonly clock: Clock;
  readonly log: (facts: Readonly<Record<string, unknown>>, message: string) => void;
  /** Like `log`, for what is no failure. */
  readonly inform: ChangeRecorderOptions["log"];
}

/** How long a key and its response are stored. */
const keyKeptMs = 24 * 3_600_000;

const cleanMs = 3_600_000;

const abandoned =
  "The gateway stopped, or lost its database, before the result was stored. The change may have been made.";

const uniqueViolation = "23505";

const neverSent = (): ChangeResult => ({
  state: "refused",
  status: null,
  reason: "The database did not respond, so nothing was sent.",
  endedAt: new Date().toISOString(),
  recordId: null,
  answer: null,
  freesKey: true,
});

/** How often an unsent change is looked for: a statement whose connection was lost may still be carried out later. */
const looksForEach = 6;

/** Records changes: those of this process until their results are stored, and those that other processes left. */
export const createChangeRecorder = (options: ChangeRecorderOptions): ChangeRecorder => {
  const { database, upstream, leaseMs, auditDays, storeWaitMs, reached, clock, log, inform } =
    options;
  const mine = new Set<number>();
  const work = trackWork();
  let isStopping = false;

  /**
   * Requests that could not be recorded as far as this process knows, and how often they are still looked for. Where the
   * database recorded one nevertheless, the change is not unknown but refused.
   */
  const unsent = new Map<string, number>();
  const refuseUnsent = async (): Promise<boolean> => {
    const requestIds = [...unsent.keys()];
    if (requestIds.length === 0) return true;
    const sql = await database.sql();
    const found = new Set(await endUnsentChanges(sql, upstream, requestIds, neverSent()));
    for (const id of requestIds) {
      const left = (unsent.get(id) ?? 1) - 1;
      if (left === 0 || found.has(id)) unsent.delete(id);
      else unsent.set(id, left);
    }
    // Some may have been added meanwhile.
    return [...unsent.values()].includes(looksForEach) ? refuseUnsent() : true;
  };
  let refusing: Promise<unknown> | undefined;
  const addUnsent = (requestId: string): void => {
    unsent.set(requestId, looksForEach);
    refusing ??= work
      .add(
        writeUntilStored({
          write: refuseUnsent,
          onFailure: (error) =>
            log({ code: codeOf(error) }, "could not look for changes that were not sent; retrying"),
          isStopping: () => isStopping,
        }),
      )
      .finally(() => {
        refusing = undefined;
      });
  };

  const tryBegin = async (intent: ChangeIntent): Promise<BegunChange> => {
    const sql = await database.sql();
    try {
      const id = await recordIntent(sql, upstream, intent);
      mine.add(id);
      return { kind: "begun", id };
    } catch (error) {
      if (codeOf(error) !== uniqueViolation || intent.key === null) {
        addUnsent(intent.requestId);
        throw error;
      }
      const earlier = await findEarlier(sql, upstream, intent.person, intent.key);
      // Its key was released in the meantime.
      return earlier === undefined ? tryBegin(intent) : { kind: "earlier", earlier };
    }
  };

  /** Retries while the process runs, and a few times when it stops. */
  const store = async (id: number, result: ChangeResult): Promise<void> => {
    await writeUntilStored({
      write: async () => {
        await endChange(await database.sql(), id, result);
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
  ): Promise<Earlier | "released"> => {
    const until = clock.now() + waitMs;
    let earlier = first;
    for (let wait = 20; earlier.state === "pending"; wait = Math.min(wait * 2, 500)) {
      if (isStopping || clock.now() >= until) break;
      await sleep(wait);
      const found = await findEarlier(await database.sql(), upstream, person, key ?? "");
      if (found === undefined) return "released";
      earlier = found;
    }
    return earlier;
  };

  const recover = async (): Promise<void> => {
    const sql = await database.sql();
    await refuseUnsent();
    const left = await giveUpChanges(sql, leaseMs, abandoned);
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
    const sql = await database.sql();
    await forgetAnswers(sql, keyKeptMs);
    if (auditDays > 0) await pruneChain(sql, auditDays);
    await logEnd(sql);
  };
  const stops = [
    repeat(clock, leaseMs / 4, async () => {
      if (mine.size > 0) await keepChangesAlive(await database.sql(), [...mine]);
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
          (begun) => (begun.kind === "begun" ? work.add(store(begun.id, neverSent())) : undefined),
          () => undefined,
        );
        return { kind: "unavailable", failure: explainUnrecorded(error) };
      }
    },
    end: async (id, result) => {
      await reached("change-answered");
      const tooLong = sleep(storeWaitMs, undefined, { ref: false });
      await Promise.race([work.add(store(id, result)), tooLong]);
      await reached("change-stored");
    },
    whenEnded: async (intent, first, waitMs) => {
      try {
        return await waitForEnd(intent, first, waitMs);
      } catch (error) {
        log({ code: codeOf(error), change: first.id }, "could not look for an earlier result");
        return { kind: "memory-failed" };
      }
    },
    track: work.add,
    idle: work.idle,
    stopping: () => {
      isStopping = true;
    },
    close: () => {
      for (const stop of stops) stop();
    },
  };
};

/** Records a change that was refused before anything was sent: its intent and its result in one transaction. */
export const recordRefusedChange = async (
  sql: Sql,
  upstream: string,
  intent: ChangeIntent,
  { status, reason }: { readonly status: number; readonly reason: string },
): Promise<void> => {
  await sql.begin(async (transaction) => {
    await lockChain(transaction);
    const id = await recordIntent(transaction, upstream, intent);
    const nothing = { recordId: null, answer: null, freesKey: true };
    const ending = { ...nothing, status, reason, endedAt: intent.requestedAt };
    const change = { id, state: "pending" } as const;
    await writeResult(transaction, change, { ...ending, state: "refused" });
  });
};

interface RefusalRecorder extends BackgroundWork {
  /** Records that a person's role doesn't allow a request, if the request would change something. */
  record(request: FastifyRequest, reason: string, person: string | undefined): void;
}

interface RefusalRecorderOptions {
  readonly database: GatewayDatabase;
  readonly upstream: string;
  readonly clock: Clock;
  readonly log: (facts: Readonly<Record<string, unknown>>, message: string) => void;
}

/** One person's attempts at one operation that are not recorded yet; `last` is the latest of them. */
interface Attempts {
  readonly last: ChangeIntent;
  readonly reason: string;
  readonly count: number;
}

/** In this time, one person's attempts at one operation make at most two entries: the first, and a count of the others. */
const countMinutes = 10;

const forbidden = 403;

const readOperation = ({ routeOptions }: FastifyRequest): Operation | undefined => {
  const { permission } = routeOptions.config;
  return typeof permission === "object" && "changesState" in permission
    ? (permission as Operation)
    : undefined;
};

/** The body is not read before the role is checked, so neither its fields nor its hash are known. */
const describeAttempt = (
  operation: Operation,
  request: FastifyRequest,
  person: string | undefined,
): ChangeIntent => ({
  ...describeChange(operation, request.url.slice(apiPrefix.length), undefined),
  hash: "",
  person: person ?? null,
  requestId: request.id,
  requestedAt: new Date().toISOString(),
  key: null,
});

const describeCount = (count: number): string =>
  count === 1
    ? `Tried once more within ${countMinutes} minutes.`
    : `Tried ${count} more times within ${countMinutes} minutes.`;

/** Adds attempts; the record is only named if all were made at the same one. */
const add = (before: Attempts, { last, reason, count }: Attempts): Attempts => ({
  last:
    before.count === 0 || before.last.recordId === last.recordId
      ? last
      : { ...last, recordId: null },
  reason,
  count: before.count + count,
});

/**
 * Records changes that a role doesn't allow. Repeated attempts are counted instead of recorded, so that a script can't
 * fill the disk.
 */
export const createRefusalRecorder = (options: RefusalRecorderOptions): RefusalRecorder => {
  const { database, upstream, clock, log } = options;
  const unrecorded = new Map<string, Attempts>();
  const work = trackWork();

  const count = (name: string, attempts: Attempts): void => {
    const before = unrecorded.get(name);
    unrecorded.set(name, before === undefined ? attempts : add(before, attempts));
  };
  const store = (name: string, attempts: Attempts, reason: string): void => {
    const record = async () => {
      try {
        const result = { status: forbidden, reason };
        await recordRefusedChange(await database.sql(), upstream, attempts.last, result);
      } catch (error) {
        log({ code: codeOf(error) }, "could not record a refused change; it is counted");
        count(name, attempts);
      }
    };
    void work.add(record());
  };
  const storeCounts = (): void => {
    const counted = [...unrecorded];
    unrecorded.clear();
    for (const [name, attempts] of counted)
      if (attempts.count > 0)
        store(name, attempts, `${attempts.reason} ${describeCount(attempts.count)}`);
  };
  const stop = repeat(clock, countMinutes * 60_000, async () => storeCounts());

  return {
    record: (request, reason, person) => {
      const operation = readOperation(request);
      // Another site's page must not be able to write a person's name into the record.
      if (operation?.changesState !== true || guardCall(request) !== undefined) return;
      const last = describeAttempt(operation, request, person);
      const name = `${last.operation} ${last.person}`;
      const attempts = { last, reason, count: 1 };
      if (unrecorded.has(name)) return count(name, attempts);
      unrecorded.set(name, { ...attempts, count: 0 });
      store(name, attempts, reason);
    },
    stopping: storeCounts,
    idle: work.idle,
    close: stop,
  };
};
