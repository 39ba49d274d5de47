import type { ClientConfig } from "pg";
import { readAddresses, socketAddress } from "./read-address.ts";
import { SessionPool } from "./session-pool.ts";
import { createQuery, type Runner, type Sql } from "./sql.ts";
import { runTransaction } from "./transaction.ts";
import { valueTypes } from "./value-types.ts";
import { type DatabaseWatch, watchRunner } from "./watch-statements.ts";

/** The address of a PostgreSQL: the socket of the embedded server, or the URL of another one. */
export type Target = { url: string } | { path: string; user: string; database: string };

export interface ConnectOptions {
  /** The maximum number of connections; each is opened when it is first needed. Default 10. */
  max?: number;
  /** For bulk loads at start: statements, and waiting for a free connection, have no time limit. */
  patient?: boolean;
  /** Called when a connection ended, expectedly or not. */
  onClose?: () => void;
  /** Sees each statement and transaction. */
  watch?: DatabaseWatch | undefined;
}

/** In milliseconds; 0 is no limit. */
const limits = {
  statement_timeout: 8_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
};
const unlimited = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };

/** How long a new connection, or a statement that waits for a free one, may take, in milliseconds. */
const connectMs = 5_000;

/**
 * A pool of connections. Every wait is limited: a connection that cannot be opened or is never free, a lock that is never
 * released, a statement that never finishes, a host that is gone without having closed its connections and an abandoned
 * transaction all fail within ten seconds, so a request gets a response instead of hanging.
 */
export function connect(target: Target, options: ConnectOptions = {}): Sql {
  const pool = openPool(target, options);
  const { watch } = options;
  const runner: Runner = {
    run: (fragment) => pool.use((session) => session.run(fragment)),
    script: (text) => pool.use((session) => session.script(text)),
    load: (statement, chunks) => pool.use((session) => session.load(statement, chunks)),
  };
  const begin: Sql["begin"] = (body, more = {}) =>
    pool.use((session) => runTransaction(session, body, more, (own) => watchRunner(own, watch)));
  return Object.assign(createQuery(watchRunner(runner, watch)), {
    begin:
      watch === undefined
        ? begin
        : (((body, more) => watch.transaction(() => begin(body, more))) as Sql["begin"]),
    poolState: () => pool.state,
    end: ({ timeout }: { timeout?: number } = {}) =>
      pool.close(timeout === undefined ? undefined : timeout * 1_000),
  });
}

/** A pool of sessions, for what needs a whole one. */
export const openPool = (target: Target, options: ConnectOptions): SessionPool =>
  new SessionPool({
    addresses: listAddresses(target).map((address) => createConfig(address, options)),
    max: options.max ?? 10,
    maxLifetimeSeconds: 30 * 60,
    waitMs: options.patient === true ? 0 : connectMs,
    limitMs: options.patient === true ? 0 : limits.statement_timeout,
    onClose: () => options.onClose?.(),
  });

function listAddresses(target: Target): ClientConfig[] {
  if ("url" in target) return readAddresses(target.url);
  const { path, user, database } = target;
  return [{ ...socketAddress(path), user, database }];
}

/** The settings of one session. Those in a URL take precedence. */
function createConfig(address: ClientConfig, { patient = false }: ConnectOptions): ClientConfig {
  const settings = {
    TimeZone: "UTC",
    DateStyle: "ISO",
    // Data is in memory or on a disk without moving parts. With the default for others (4), the planner reads tables
    // where an index has all that is asked for.
    random_page_cost: 1.1,
    ...(patient ? unlimited : limits),
  };
  const given = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    application_name: "supercargo",
    ...address,
    options: [...given, address.options ?? ""].join(" ").trim(),
    types: valueTypes,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
  };
}
