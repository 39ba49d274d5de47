import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "#database/migrate.ts";
import type { Sql } from "#database/sql.ts";
import { oncePerMinute } from "./clock.ts";
import type { Failure } from "./problems.ts";

/** A database that the gateway was given, to be closed with it. */
export interface OpenedDatabase {
  readonly sql: Sql;
  close(): Promise<void>;
}

/** Storage for what the gateway records: received orders, and who changed what. */
export interface DatabaseOptions {
  /** Opens the database; called again after a failure. */
  readonly open: () => Promise<OpenedDatabase>;
  /** The folder in which responses wait until they are in the database; without one they wait in memory only. */
  readonly folder?: string;
  /**
   * Whether gateways with the same tokens use the database: then they keep to the rate of each token together, and
   * compare the versions of records together.
   */
  readonly isShared?: boolean;
  /** After this time without a renewal, a call's slot in the shared rate is free again. */
  readonly slotLeaseMs?: number;
  /** After this time without a renewal, a run or a change counts as abandoned by its gateway. */
  readonly leaseMs?: number;
  /** After this time the client learns that the response is in a file, while the database is still retried. */
  readonly storeWaitMs?: number;
  /** The largest response that is read. */
  readonly mostBytes?: number;
  /** After this many days the record of a change, or a run of received orders, is removed; 0: never. */
  readonly auditDays?: number;
  /** Called at each step of a run or of a change; for tests that end the program there. */
  readonly reached?: (step: RunStep | ChangeStep) => void | Promise<void>;
}

/** The steps of a run between which a program may end. */
export const runSteps = [
  "before-intent",
  "after-intent",
  "after-send",
  "after-head",
  "after-body",
  "before-commit",
  "after-commit",
  "before-answer",
] as const;
export type RunStep = (typeof runSteps)[number];

/** The same for a changing call that is passed on. */
export const changeSteps = [
  "change-arrived",
  "change-recorded",
  "change-sent",
  "change-answered",
  "change-stored",
] as const;
export type ChangeStep = (typeof changeSteps)[number];

/** The gateway's schema in a database that may not be available yet. */
export interface GatewayDatabase {
  /** The database with the gateway's tables; rejects while it is unavailable. */
  sql(): Promise<Sql>;
  close(): Promise<void>;
}

/** The pause after a failed attempt to open the database: starting one takes time. */
const restMs = 2_000;

/**
 * Opens the database when it is first needed, and again after a failure. `report` gets the reason of a failure, at most once
 * a minute: a sentence for the operator without a secret.
 */
export const openGatewayDatabase = (
  open: DatabaseOptions["open"],
  report: (reason: string) => void = () => undefined,
): GatewayDatabase => {
  const isNew = oncePerMinute(() => performance.now());
  let opening: Promise<OpenedDatabase> | undefined;
  let closed = false;

  const attempt = async (): Promise<OpenedDatabase> => {
    const database = await open();
    try {
      const folder = new URL("../migrations/", import.meta.url);
      await migrate(database.sql, { schema: "gateway", folder });
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  };
  const start = (): Promise<OpenedDatabase> => {
    const started = attempt();
    opening = started;
    started.catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      if (!closed && isNew(reason)) report(reason);
      setTimeout(() => {
        opening = undefined;
      }, restMs).unref();
    });
    return started;
  };

  return {
    sql: async () => {
      if (closed) throw new Error("The gateway's database is closed");
      return (await (opening ?? start())).sql;
    },
    close: async () => {
      closed = true;
      const database = await opening?.catch(() => undefined);
      await database?.close();
    },
  };
};

/** After this time the client gets an error that the database is not responding, and nothing is sent. */
const recordWaitMs = 10_000;

/** Pauses between attempts to write to an unavailable database. */
const retry = { firstMs: 100, longestMs: 5_000, triesWhenStopping: 3 } as const;

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

/** Rejects after ten seconds: what a client waits for must be recorded, or looked up, before it is sent. */
export const recordInTime = async <T>(recording: Promise<T>): Promise<T> => {
  const tooLate = async (): Promise<never> => {
    await sleep(recordWaitMs, undefined, { ref: false });
    throw new Error("The database takes too long");
  };
  return Promise.race([recording, tooLate()]);
};

interface RepeatedWrite {
  /** Writes the result once. */
  readonly write: () => Promise<boolean>;
  readonly onFailure: (error: unknown) => void;
  /** Whether the process is stopping: then it is tried a few times more, or no more if it is stored elsewhere. */
  readonly isStopping: () => boolean;
  readonly isElsewhere?: boolean;
}

/** Writes until it succeeds, and returns what `write` returned; false if the process stops before that. */
export const writeUntilStored = async (options: RepeatedWrite): Promise<boolean> => {
  let triesLeft: number = options.isElsewhere ? 1 : retry.triesWhenStopping;
  for (let wait: number = retry.firstMs; ; wait = Math.min(wait * 2, retry.longestMs)) {
    try {
      return await options.write();
    } catch (error) {
      options.onFailure(error);
      triesLeft -= options.isStopping() ? 1 : 0;
      if (triesLeft <= 0) return false;
    }
    await sleep(wait);
  }
};
