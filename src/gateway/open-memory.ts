import { migrate } from "#database/migrate.ts";
import type { Sql } from "#database/sql.ts";

/** A database that the gateway was given, to be closed with it. */
export interface OpenedDatabase {
  readonly sql: Sql;
  close(): Promise<void>;
}

/** Where the gateway keeps what must not be lost. */
export interface MemoryOptions {
  /** Opens the database; called again after a failure. */
  readonly open: () => Promise<OpenedDatabase>;
  /** The folder in which answers wait until they are in the database; without one they wait in memory alone. */
  readonly folder?: string;
  /** A run that its gateway has said nothing of for so long counts as left by it. */
  readonly leaseMs?: number;
  /** After this time the client learns that the response is in a file, while the database is still retried. */
  readonly storeWaitMs?: number;
  /** The largest answer that is read. */
  readonly mostBytes?: number;
  /** Called at each step of a run; for tests that end the program there. */
  readonly reached?: (step: RunStep) => void | Promise<void>;
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

/** The gateway's schema in a database that may not be there yet. */
export interface Memory {
  /** The database with the gateway's tables; rejects while there is none. */
  sql(): Promise<Sql>;
  close(): Promise<void>;
}

/** A database that could not be opened is not tried again for so long: a start of one takes time. */
const restMs = 2_000;

/** Opens the database when it is first needed, and again after a failure. */
export const openMemory = (open: MemoryOptions["open"]): Memory => {
  let opening: Promise<OpenedDatabase> | undefined;
  let closed = false;

  const attempt = async (): Promise<OpenedDatabase> => {
    const database = await open();
    try {
      const folder = new URL("./migrations/", import.meta.url);
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
    started.catch(() => {
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
