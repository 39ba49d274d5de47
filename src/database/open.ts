import { connect, type ConnectOptions, type Target } from "./connect.ts";
import { type EmbeddedServer, startEmbeddedServer } from "./embedded-server.ts";
import { explainConnection } from "./explain-connection.ts";
import type { Sql } from "./sql.ts";
import type { DatabaseWatch } from "./watch-statements.ts";

export interface OpenOptions {
  /** The URL of an external PostgreSQL. Unset: the embedded one. */
  databaseUrl?: string | undefined;
  /** The folder of the embedded PostgreSQL's files. */
  dataDir: string;
  /** Receives messages for the operator; never a secret. */
  log?: ((message: string) => void) | undefined;
  /** The maximum number of connections. */
  max?: number;
  /** Sees each statement and transaction. */
  watch?: DatabaseWatch | undefined;
}

export interface Database {
  sql: Sql;
  /** Its address, for `connect` when another pool is needed. */
  target: Target;
  /** Closes the connections, and stops the embedded server if no other process uses it. */
  close(): Promise<void>;
}

/** How long running queries may take to finish when the database is closed. */
const closeSeconds = 5;

/** The database of this process: the embedded one, started or joined, or the one at `databaseUrl`. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { max, watch } = options;
  const pool: ConnectOptions = { watch, ...(max === undefined ? {} : { max }) };
  if (options.databaseUrl !== undefined) {
    const target = { url: options.databaseUrl };
    const sql = connect(target, pool);
    try {
      await sql`select 1`;
    } catch (error) {
      await sql.end({ timeout: 0 });
      throw explainConnection(error, options.databaseUrl);
    }
    return { sql, target, close: () => sql.end({ timeout: closeSeconds }) };
  }
  const server = await startEmbeddedServer({ dataDir: options.dataDir });
  const revival = reviveServer(server, options.log ?? (() => {}));
  const sql = connect(server.target, { ...pool, onClose: revival.check });
  return {
    sql,
    target: server.target,
    async close() {
      await revival.end();
      await sql.end({ timeout: closeSeconds });
      await server.stop();
    },
  };
}

/** Restarts a server that ended unexpectedly as soon as a connection to it breaks. */
function reviveServer(
  server: EmbeddedServer,
  log: (message: string) => void,
): { check: () => void; end: () => Promise<void> } {
  let ended = false;
  let silentUntil = 0;
  let running: Promise<void> | undefined;
  const revive = async (): Promise<void> => {
    try {
      await server.ensure();
      silentUntil = 0;
    } catch (error) {
      // Every request that fails calls this; a line a minute is enough.
      if (Date.now() > silentUntil) {
        log(error instanceof Error ? error.message : String(error));
        silentUntil = Date.now() + 60_000;
      }
    }
    running = undefined;
  };
  return {
    check() {
      if (!ended) running ??= revive();
    },
    async end() {
      ended = true;
      await running;
    },
  };
}
