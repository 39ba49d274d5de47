import { connect, type ConnectOptions, type Target } from "./connect.ts";
import { type EmbeddedServer, startEmbeddedServer } from "./embedded-server.ts";
import { ConnectionError } from "./session.ts";
import type { DatabaseWatch, Sql } from "./sql.ts";

/** Error codes of a database that refuses a connection, each with an instruction. */
const refusals: Record<string, string> = {
  "08P01":
    "is a connection pool that refuses this program's settings. Set ignore_startup_parameters in pgbouncer.ini as docs/several-processes.md shows.",
  "28P01": "rejected the password in DATABASE_URL.",
  "28000": "does not accept the user in DATABASE_URL.",
  "3D000": "doesn't have the database named in DATABASE_URL. Create it first.",
  "42501":
    "doesn't allow the user in DATABASE_URL to create a schema. Grant the user CREATE on the database.",
  "53300": "has no free connections. Increase max_connections, or close other connections.",
};

/** The driver's words where the server requires a password and the URL has none, or an empty one; it has no code. */
const passwordMissing = /client password must be a (?:non-empty )?string/;

/** Explains why the PostgreSQL in DATABASE_URL can't be used. Includes its address, never the user or password. */
export function explainConnection(cause: unknown, databaseUrl: string): Error {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return new Error(`The database at ${findPlace(databaseUrl)} ${findReason(cause, code)}`, {
    cause,
  });
}

const findReason = (cause: unknown, code: string): string => {
  const detail = readDetail(cause);
  if (passwordMissing.test(detail ?? ""))
    return "requires a password. Add it to DATABASE_URL, after the user: postgres://user:password@host/database.";
  return (
    refusals[code] ??
    `can't be reached (${detail ?? (code || String(cause))}). Check DATABASE_URL, and that the database is running.`
  );
};

/** The driver's message about a connection that could not be opened. */
const readDetail = (cause: unknown): string | undefined =>
  cause instanceof ConnectionError && cause.cause instanceof Error
    ? cause.cause.message
    : undefined;

function findPlace(databaseUrl: string): string {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  return url?.searchParams.get("host") ?? url?.host ?? "the hosts in DATABASE_URL";
}

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
