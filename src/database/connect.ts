import postgres from "postgres";
import { guardTransactions } from "./guard-transactions.ts";
import type { Sql } from "./sql.ts";
import { valueTypes } from "./value-types.ts";

/** Where a PostgreSQL listens: the socket of the embedded server, or the address of another one. */
export type Target = { url: string } | { path: string; user: string; database: string };

export interface ConnectOptions {
  /** Connections at most; each is opened when it is first needed. Default 10. */
  max?: number;
  /** For bulk loads at start: statements may take as long as they need. */
  patient?: boolean;
  /** Called when a connection ended, expected or not. */
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
 * A pool of connections. Every wait has an end: a connection that cannot be made, a lock that is never given, a
 * statement that never finishes and an abandoned transaction all fail within ten seconds, so a request can
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
      ...(options.patient ? unlimited : limits),
    },
  };
  if ("url" in target) return guardTransactions(postgres(...addressOf(target.url, settings)));
  return guardTransactions(postgres({ ...settings, ...target }));
}

/**
 * PostgreSQL's own tools take a socket's folder as `?host=/folder&port=5433` or, percent-encoded, in the host's place;
 * postgres.js takes the socket as an option.
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
