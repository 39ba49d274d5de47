import { randomUUID } from "node:crypto";
import { requestRate } from "#contract/limits.ts";
import type { Operation } from "#contract/operation.ts";
import type { Query, Sql } from "#database/sql.ts";
import type { Verdict } from "#gateway/proxy/check-answer.ts";
import type { Forwarder } from "#gateway/proxy/forward-call.ts";
import { backgroundUrgency } from "#gateway/proxy/queue.ts";
import type { TokenFor } from "#gateway/proxy/tokens.ts";
import { type Clock, repeat } from "#gateway/server/clock.ts";
import { codeOf, type GatewayDatabase } from "#gateway/server/database.ts";
import type { BackgroundWork } from "#gateway/server/stop.ts";

/*
 * Copies records of the upstream into the gateway's database: one gateway for all, one request at a time, within a share
 * of the rate, and none while people's requests wait.
 */

/** A request of a job, and what is done with its answer. */
export interface CopyRequest {
  readonly operation: Operation;
  /** The source or channel that it names. */
  readonly ownerId?: number;
  /** Path and query. */
  readonly path: string;
  /** Writes by `Fence` only. If it rejects, the job is asked for its next request again. */
  readonly store: (verdict: Verdict) => Promise<void>;
}

/** What is copied: the job decides which request is next, and keeps its progress in the database. */
export interface CopyJob {
  /** This gateway copies from now on: the progress is read from the database. */
  readonly begin: () => Promise<void>;
  /** The next request, or the milliseconds until there may be one. */
  readonly next: () => Promise<CopyRequest | number>;
}

/** Runs a transaction only while this gateway is the one that copies; rejects otherwise. */
export type Fence = <T>(write: (transaction: Query) => Promise<T>) => Promise<T>;

export interface Copying extends BackgroundWork {
  readonly fence: Fence;
  readonly add: (job: CopyJob) => void;
  /** There may be something to do before the time that a job named. */
  readonly wake: () => void;
}

interface CopyingOptions {
  readonly database: GatewayDatabase;
  readonly upstream: string;
  readonly forwarder: Pick<Forwarder, "send" | "pacerOf">;
  readonly tokenFor: TokenFor;
  /** Requests per window that the upstream allows a token; 0: no limit. */
  readonly rateLimit: number;
  /** The part of the rate that copying may use, above 0 up to 1. */
  readonly share: number;
  readonly leaseMs?: number;
  readonly clock: Clock;
  readonly log: (facts: Readonly<Record<string, unknown>>, message: string) => void;
}

const defaultLeaseMs = 30_000;

/** A job of another gateway's clients is seen this late: they ask for it in the database. */
const longestRestMs = 2_000;

/** After a failure of the database. */
const failedRestMs = 5_000;

/** While people's requests wait for the token. */
const yieldMs = 100;

const takeLease = async (sql: Sql, upstream: string, holder: string, ms: number) => {
  const [held] = await sql<{ holder: string }[]>`
    insert into gateway.copy_leases as known (upstream, holder, lease_until)
    values (${upstream}, ${holder}, clock_timestamp() + ${ms}::float8 * interval '1 ms')
    on conflict (upstream) do update set holder = excluded.holder, lease_until = excluded.lease_until
    where known.holder = excluded.holder or known.lease_until < clock_timestamp()
    returning holder`;
  return held !== undefined;
};

export const createCopying = (options: CopyingOptions): Copying => {
  const { database, upstream, forwarder, tokenFor, rateLimit, share, clock, log } = options;
  const { leaseMs = defaultLeaseMs } = options;
  const holder = randomUUID();
  const jobs: CopyJob[] = [];
  const begun = new WeakSet<CopyJob>();
  const spaceMs = rateLimit === 0 ? 0 : requestRate.windowMs / (rateLimit * share);
  let isStopping = false;
  let isHolder = false;
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let wakeUp: (() => void) | undefined;
  let isWoken = false;
  let turn = 0;

  const rest = async (ms: number): Promise<void> => {
    if (isStopping) return;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      wakeUp = () => {
        cancel();
        resolve();
      };
    });
    wakeUp = undefined;
  };
  const hold = async (): Promise<boolean> => {
    const held = await takeLease(await database.sql(), upstream, holder, leaseMs);
    if (held && !isHolder) for (const job of jobs) begun.delete(job);
    return (isHolder = held);
  };
  const release = async (): Promise<void> => {
    const sql = await database.sql();
    await sql`delete from gateway.copy_leases where upstream = ${upstream} and holder = ${holder}`;
  };
  const fence: Fence = async (write) => {
    const sql = await database.sql();
    return sql.begin(async (transaction) => {
      const [held] = await transaction<{ holder: string }[]>`
        select holder from gateway.copy_leases
        where upstream = ${upstream} and holder = ${holder} for share`;
      if (held === undefined) {
        isHolder = false;
        throw new Error("Another gateway copies now");
      }
      return write(transaction);
    });
  };

  /** Waits for the next place in the share, and until no person waits for the token. */
  const takePlace = async (token: string): Promise<void> => {
    const isAwaited = () =>
      forwarder
        .pacerOf(token)
        .waiting()
        .some((count, urgency) => urgency < backgroundUrgency && count > 0);
    for (;;) {
      const wait = Math.max(lastSentAt + spaceMs - clock.now(), isAwaited() ? yieldMs : 0);
      if (wait <= 0 || isStopping) break;
      await rest(wait);
    }
    lastSentAt = clock.now();
  };
  const send = async ({ operation, ownerId, path, store }: CopyRequest): Promise<void> => {
    const choice = tokenFor(operation, ownerId);
    if ("missing" in choice) {
      const failure = { kind: "token-missing", tokens: choice.missing } as const;
      const common = { status: undefined, tokenRefused: false, retryAfterMs: undefined };
      return store({ kind: "failure", failure, ...common });
    }
    await takePlace(choice.token);
    if (isStopping) return;
    const call = { operation, path, body: undefined, token: choice.token, person: undefined };
    const { verdict } = await forwarder.send({ ...call, urgency: 7, fresh: true, once: true })
      .result;
    if (!isStopping) await store(verdict);
  };

  /** Asks the jobs in turn; does the first request, or tells how long there is nothing to do. */
  const step = async (): Promise<number> => {
    let restMs = longestRestMs;
    for (let asked = 0; asked < jobs.length; asked += 1) {
      const job = jobs[(turn += 1) % jobs.length]!;
      if (!begun.has(job)) await job.begin();
      begun.add(job);
      const next = await job.next();
      if (typeof next !== "number") {
        await send(next);
        return 0;
      }
      restMs = Math.min(restMs, next);
    }
    return Math.max(1, restMs);
  };
  const run = async (): Promise<void> => {
    while (!isStopping) {
      try {
        isWoken = false;
        // A lease that is held is renewed by a timer; the fence notices if it was lost.
        const ms = jobs.length > 0 && (isHolder || (await hold())) ? await step() : longestRestMs;
        if (ms > 0 && !isWoken) await rest(ms);
      } catch (error) {
        if (isHolder && !isStopping)
          log({ code: codeOf(error) }, "could not copy records; retrying");
        await rest(failedRestMs);
      }
    }
  };
  const stopRenewing = repeat(clock, leaseMs / 4, async () => {
    if (isHolder) await hold();
  });
  const running = run();
  const wake = () => {
    isWoken = true;
    wakeUp?.();
  };

  return {
    fence,
    add: (job) => {
      jobs.push(job);
      wake();
    },
    wake,
    stopping: () => {
      isStopping = true;
      wakeUp?.();
    },
    idle: async () => running,
    close: async () => {
      stopRenewing();
      // Another gateway need not wait for the end of the lease.
      if (isHolder) await release().catch(() => undefined);
    },
  };
};
