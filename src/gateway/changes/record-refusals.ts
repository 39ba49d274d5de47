import type { FastifyRequest } from "fastify";
import type { Operation } from "#contract/operation.ts";
import type { Sql } from "#database/sql.ts";
import { type Clock, repeat } from "#gateway/server/clock.ts";
import { codeOf, type GatewayDatabase } from "#gateway/server/database.ts";
import { guardCall } from "#gateway/server/guard-browsers.ts";
import { apiPrefix } from "#gateway/server/read-request.ts";
import { type BackgroundWork, trackWork } from "#gateway/server/stop.ts";
import { lockChain } from "./chain.ts";
import { describeChange } from "./describe-change.ts";
import { type ChangeIntent, recordIntent, writeResult } from "./store.ts";

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
