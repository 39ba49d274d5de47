import { connect, type ConnectOptions, type Target } from "./connect.ts";
import { startEmbeddedServer } from "./embedded-server.ts";
import type { Sql } from "./sql.ts";

export interface OpenOptions {
  /** Somebody's own PostgreSQL. Unset: the embedded one. */
  databaseUrl?: string | undefined;
  /** Where the embedded PostgreSQL keeps its files. */
  dataDir: string;
  /** Told what a person should know; never a secret. */
  log?: (message: string) => void;
  max?: number;
}

export interface Database {
  sql: Sql;
  /** Where it is, for `connect` when another pool is wanted. */
  target: Target;
  /** Ends the connections, and the embedded server when nobody else uses it. */
  close(): Promise<void>;
}

/** How long running queries may take to finish when the database is closed. */
const closeSeconds = 5;

export async function openDatabase(options: OpenOptions): Promise<Database> {
  const pool: ConnectOptions = options.max === undefined ? {} : { max: options.max };
  if (options.databaseUrl !== undefined) {
    const target = { url: options.databaseUrl };
    const sql = connect(target, pool);
    return { sql, target, close: () => sql.end({ timeout: closeSeconds }) };
  }
  const server = await startEmbeddedServer({ dataDir: options.dataDir });
  const sql = connect(server.target, pool);
  return {
    sql,
    target: server.target,
    async close() {
      await sql.end({ timeout: closeSeconds });
      await server.stop();
    },
  };
}
