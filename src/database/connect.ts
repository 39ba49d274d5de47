import postgres from "postgres";
import { guardTransactions } from "./guard-transactions.ts";
import type { Sql } from "./sql.ts";
import { valueTypes } from "./value-types.ts";

/** The address of a PostgreSQL: the socket of the embedded server, or the URL of another one. */
export type Target = { url: string } | { path: string; user: string; database: string };

export interface ConnectOptions {
  /** The maximum number of connections; each is opened when it is first needed. Default 10. */
  max?: number;
  /** For bulk loads at start: statements have no time limit. */
  patient?: boolean;
  /** Called when a connection ended, expectedly or not. */
  onClose?: () => void;
}

/** In milliseconds; 0 is no limit. */
const limits = {
  statement_timeout: 8_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
};
const unlimited = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };

/**
 * A pool of connections. Every wait is limited: a connection that cannot be opened, a lock that is never released, a
 * statement that never finishes and an abandoned transaction all fail within ten seconds, so a request gets a response
 * instead of hanging.
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
      ...(options.patient ? unlimited : limits),
    },
  };
  if ("url" in target) return guardTransactions(postgres(...addressOf(target.url, settings)));
  return guardTransactions(postgres({ ...settings, ...target }));
}

/**
 * PostgreSQL's own tools accept a socket's folder as `?host=/folder&port=5433` or, percent-encoded, in place of the
 * host; postgres.js needs the socket as an option.
 */
function addressOf<T extends object>(text: string, settings: T): [string, T & { path?: string }] {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return [text, settings];
  const inPlace = /^%2f/i.test(url.hostname) ? decodeURIComponent(url.hostname) : null;
  const folder = [url.searchParams.get("host"), inPlace].find((host) => host?.startsWith("/"));
  if (!folder) return [text, settings];
  const port = url.searchParams.get("port") ?? (url.port || "5432");
  url.searchParams.delete("host");
  url.searchParams.delete("port");
  url.hostname = "localhost";
  return [url.href, { ...settings, path: `${folder}/.s.PGSQL.${port}` }];
}
