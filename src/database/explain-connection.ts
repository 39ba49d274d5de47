import { ConnectionError } from "./connection-error.ts";

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
