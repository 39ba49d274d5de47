import type { FastifyRequest } from "fastify";
import type { Operation } from "#contract/operation.ts";
import type { Clock } from "#gateway/server/clock.ts";
import { guardCall } from "#gateway/server/guard-browsers.ts";
import type { Memory } from "#gateway/server/database.ts";
import { repeat } from "#gateway/server/repeat.ts";
import { apiPrefix } from "#gateway/proxy/route-operations.ts";
import { nameSignedInPerson } from "#gateway/sign-in/signed-in-person.ts";
import type { ChangeIntent } from "./store.ts";
import { recordRefusedChange } from "./refused-changes.ts";
import { describeChange } from "./describe-change.ts";

export interface RefusalRecorder {
  /** Records that a person's role doesn't allow a request, if the request would change something. */
  record(request: FastifyRequest, reason: string): void;
  /** Records the counted attempts. */
  stopping(): void;
  /** Resolves when nothing is being stored. */
  idle(): Promise<void>;
  close(): void;
}

export interface RefusalRecorderOptions {
  readonly memory: Memory;
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
const describeAttempt = (operation: Operation, request: FastifyRequest): ChangeIntent => ({
  ...describeChange(operation, request.url.slice(apiPrefix.length), undefined),
  hash: "",
  person: nameSignedInPerson(request) ?? null,
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
  const { memory, upstream, clock, log } = options;
  const unrecorded = new Map<string, Attempts>();
  const storing = new Set<Promise<void>>();

  const count = (name: string, attempts: Attempts): void => {
    const before = unrecorded.get(name);
    unrecorded.set(name, before === undefined ? attempts : add(before, attempts));
  };
  const store = (name: string, attempts: Attempts, reason: string): void => {
    const stored = memory
      .sql()
      .then(async (sql) =>
        recordRefusedChange(sql, upstream, attempts.last, { status: forbidden, reason }),
      )
      .catch((error: unknown) => {
        const code = error instanceof Error && "code" in error ? error.code : undefined;
        log({ code }, "could not record a refused change; it is counted");
        count(name, attempts);
      })
      .finally(() => storing.delete(stored));
    storing.add(stored);
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
    record: (request, reason) => {
      const operation = readOperation(request);
      // Another site's page must not be able to write a person's name into the record.
      if (operation?.changesState !== true || guardCall(request) !== undefined) return;
      const last = describeAttempt(operation, request);
      const name = `${last.operation} ${last.person}`;
      const attempts = { last, reason, count: 1 };
      if (unrecorded.has(name)) return count(name, attempts);
      unrecorded.set(name, { ...attempts, count: 0 });
      store(name, attempts, reason);
    },
    stopping: storeCounts,
    idle: async () => {
      while (storing.size > 0) await Promise.allSettled(storing);
    },
    close: stop,
  };
};
