import postgres from "postgres";
import type { Sql } from "./sql.ts";
import { valueTypes } from "./value-types.ts";

/** Where a PostgreSQL listens: the socket of the embedded server, or the address of somebody's own. */
export type Target = { url: string } | { path: string; user: string; database: string };

export interface ConnectOptions {
  /** Connections at most; each is opened when it is first needed. Default 10. */
  max?: number;
  /** Called when a connection ended, expected or not. */
  onClose?: () => void;
}

/**
 * A pool of connections. Every wait has an end: a connection that cannot be made, a lock that is never given, a
 * statement that never finishes and a transaction that somebody forgot all fail within ten seconds, so a request can
 * be answered instead of hanging.
 */
export function connect(target: Target, options: ConnectOptions = {}): Sql {
  const settings = {
    max: options.max ?? 10,
    connect_timeout: 5,
    max_lifetime: 30 * 60,
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
    onnotice: () => {},
    onclose: () => options.onClose?.(),
    types: valueTypes,
    connection: {
      application_name: "supercargo",
      TimeZone: "UTC",
      DateStyle: "ISO",
      statement_timeout: 8_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 10_000,
    },
  };
  if ("url" in target) return postgres(target.url, settings);
  return postgres({ ...settings, ...target });
}
