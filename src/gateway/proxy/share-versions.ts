import { randomUUID } from "node:crypto";
import type { Sql } from "#database/sql.ts";
import type { Clock } from "#gateway/server/clock.ts";
import type { Memory } from "#gateway/server/database.ts";
import type { RecordVersions } from "./record-versions.ts";
import { repeat } from "#gateway/server/repeat.ts";
import type { Others } from "#gateway/server/stop.ts";
import {
  claimVersion,
  endClaim,
  forgetOldVersions,
  noteChange,
  noteReplaced,
  noteVersions,
  renewClaims,
  type SeenVersion,
} from "./store-versions.ts";

/** The versions of records, shared by all gateways of the database. */
export interface SharedVersions extends RecordVersions, Omit<Others, "close"> {
  close(): void;
}

export interface SharedVersionsOptions {
  readonly memory: Memory;
  readonly upstream: string;
  /** A change of a gateway that is killed holds up the others of its record until then. */
  readonly leaseMs: number;
  readonly clock: Clock;
}

/** What this process knows of a record. */
interface Known {
  mark: string | null;
  /** Counts the starts and ends of this process's changes. */
  moves: number;
  /**
   * What was known when the first of the reads under way began, and their number: they may share its request. A read
   * after a change of this process shares none from before.
   */
  reads: { readonly mark: string | null; readonly moves: number; count: number } | undefined;
}

/** A change waits this long for a database that fails, and is then turned away. */
const patienceMs = 5_000;
const retryMs = 250;
/** While another change of the record is under way. */
const busyMs = 50;
const cleanMs = 3_600_000;
const triesWhenClosing = 3;
const mostKnown = 10_000;
const mostWaiting = 1_000;
const mostRecords = 50_000;

const keepNewest = <V>(values: Map<string, V>, most: number): void => {
  for (const key of values.keys()) {
    if (values.size <= most) return;
    values.delete(key);
  }
};

/**
 * Compares the versions of records together with the other gateways. A change that names one waits for one statement,
 * which marks that version as replaced: of several changes of one version, one is sent, wherever they arrive. The rest
 * is written afterwards: until then, and if it is lost, a version counts as not seen.
 */
export const createSharedVersions = (options: SharedVersionsOptions): SharedVersions => {
  const { memory, upstream, leaseMs, clock } = options;
  const known = new Map<string, Known>();
  const claims = new Set<string>();
  const results: ((sql: Sql) => Promise<void>)[] = [];
  const seen = new Map<string, SeenVersion>();
  let writing: Promise<void> | undefined;
  let isStopping = false;

  const pauseFor = async (ms: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(ms, resolve);
    });

  const find = (record: string): Known => {
    const one = known.get(record) ?? { mark: null, moves: 0, reads: undefined };
    known.delete(record);
    known.set(record, one);
    keepNewest(known, mostKnown);
    return one;
  };

  /** Results of changes first: the reads after them know their marks. */
  const writeSome = async (): Promise<void> => {
    const sql = await memory.sql();
    const [result] = results;
    if (result !== undefined) {
      await result(sql);
      results.shift();
      return;
    }
    const batch = [...seen.values()];
    const marks = await noteVersions(sql, upstream, batch);
    for (const one of batch) if (seen.get(one.record) === one) seen.delete(one.record);
    for (const { record, mark } of marks) find(record).mark = mark;
  };
  const writeAll = async (): Promise<void> => {
    let failures = 0;
    try {
      while (results.length > 0 || seen.size > 0)
        try {
          await writeSome();
          failures = 0;
        } catch {
          failures += 1;
          if (isStopping && failures >= triesWhenClosing) return;
          await pauseFor(retryMs);
        }
    } finally {
      writing = undefined;
    }
  };
  const write = async (): Promise<void> => (writing ??= writeAll());
  const writeResult = (result: (sql: Sql) => Promise<void>): void => {
    results.push(result);
    if (results.length > mostWaiting) results.shift();
    void write();
  };

  /** Undefined where it fails or takes too long. */
  const inTime = async <T>(trying: Promise<T>): Promise<T | undefined> =>
    new Promise((resolve) => {
      // After a pause of this process, the answer may have arrived and not been read yet.
      const disarm = clock.after(patienceMs, () => setImmediate(() => resolve(undefined)));
      trying
        .catch(() => undefined)
        .then((result) => {
          disarm();
          resolve(result);
        }, disarm);
    });

  type Claiming = Parameters<typeof claimVersion>[1];

  const tryClaim = async (claiming: Claiming) => {
    if (seen.has(claiming.record)) await write();
    return claimVersion(await memory.sql(), claiming);
  };

  const claimPatiently = async (
    claiming: Claiming,
    left: AbortSignal,
  ): Promise<"claimed" | "replaced" | "unavailable" | "gone" | "stopping"> => {
    const one = find(claiming.record);
    let failingSince: number | undefined;
    // Another gateway's change may take minutes: a stop doesn't wait for it.
    while (!left.aborted && !isStopping) {
      const askedAt = clock.now();
      const tried = await inTime(tryClaim(claiming));
      if (tried === undefined) {
        failingSince ??= askedAt;
        if (clock.now() - failingSince >= patienceMs) return "unavailable";
        await pauseFor(retryMs);
        continue;
      }
      failingSince = undefined;
      if (tried.isClaimed) return "claimed";
      one.mark = tried.mark;
      if (tried.isReplaced && !tried.isChanging) return "replaced";
      await pauseFor(busyMs);
    }
    return left.aborted ? "gone" : "stopping";
  };

  const stops = [
    repeat(clock, leaseMs / 3, async () => {
      if (claims.size > 0) await renewClaims(await memory.sql(), [...claims], leaseMs);
    }),
    repeat(clock, cleanMs, async () => forgetOldVersions(await memory.sql(), mostRecords)),
  ];

  const begin: RecordVersions["begin"] = async (record, ifMatch, left) => {
    const one = find(record);
    const at = { upstream, record };
    const move = (mark: string): void => {
      one.moves += 1;
      one.mark = mark;
    };
    if (ifMatch === undefined) {
      one.moves += 1;
      return {
        kind: "begun",
        end: ({ hasChanged, tag = null }) => {
          one.moves += 1;
          if (!hasChanged) return;
          const mark = randomUUID();
          move(mark);
          writeResult(async (sql) => noteChange(sql, at, { version: tag, mark }));
        },
      };
    }
    const claim = randomUUID();
    const kind = await claimPatiently({ ...at, ifMatch, claim, leaseMs }, left);
    const endWith = (result: { version: string | null } | undefined) => {
      const mark = randomUUID();
      move(mark);
      writeResult(async (sql) => {
        claims.delete(claim);
        await endClaim(sql, at, { claim, ifMatch }, mark, result);
      });
    };
    if (kind === "claimed") {
      claims.add(claim);
      move(claim);
      return {
        kind: "begun",
        end: ({ hasChanged, tag = null }) => endWith(hasChanged ? { version: tag } : undefined),
      };
    }
    // An attempt whose answer was lost may have been one.
    if (kind !== "replaced") endWith(undefined);
    return { kind };
  };

  return {
    reading: (record) => {
      const one = find(record);
      if (one.reads?.moves !== one.moves)
        one.reads = { mark: one.mark, moves: one.moves, count: 0 };
      const { reads } = one;
      const { mark, moves } = reads;
      reads.count += 1;
      return (version) => {
        reads.count -= 1;
        if (reads.count === 0 && one.reads === reads) one.reads = undefined;
        if (version === undefined) return;
        if (one.moves === moves) seen.set(record, { record, version, mark: mark ?? "" });
        else writeResult(async (sql) => noteReplaced(sql, { upstream, record }, version));
        keepNewest(seen, mostWaiting);
        void write();
      };
    },
    begin,
    stopping: () => {
      isStopping = true;
    },
    idle: async () => writing,
    close: () => {
      for (const stop of stops) stop();
    },
  };
};
