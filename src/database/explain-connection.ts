/** Error codes of a database that refuses a connection, each with a sentence that says what to do. */
const refusals: Record<string, string> = {
  "28P01": "rejected the password in DATABASE_URL.",
  "28000": "does not accept the user in DATABASE_URL.",
  "3D000": "doesn't have the database named in DATABASE_URL. Create it first.",
  "42501":
    "doesn't allow the user in DATABASE_URL to create a schema. Grant the user CREATE on the database.",
  "53300": "has no free connections. Increase max_connections, or close other connections.",
};

/** Why a PostgreSQL in DATABASE_URL can't be used. Gives its address, never the user or password. */
export function explainConnection(cause: unknown, databaseUrl: string): Error {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const said =
    refusals[code] ??
    `can't be reached (${code || String(cause)}). Check DATABASE_URL, and that the database is running.`;
  return new Error(`The database at ${placeOf(databaseUrl)} ${said}`, { cause });
}

function placeOf(databaseUrl: string): string {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  return url?.searchParams.get("host") ?? url?.host ?? "the hosts in DATABASE_URL";
}
