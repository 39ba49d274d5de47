/** What a database answers that lets nobody in, by its code, and the sentence that tells a person what to do. */
const refusals: Record<string, string> = {
  "28P01": "refuses the password in DATABASE_URL.",
  "28000": "does not let the user in DATABASE_URL in.",
  "3D000": "has no database of the name in DATABASE_URL. Create it first.",
  "42501": "does not let the user in DATABASE_URL make a schema. Grant it CREATE on the database.",
  "53300": "has no connection left. Raise its max_connections, or end others.",
};

/** Why somebody's own PostgreSQL cannot be used; says where it is, never who or by what password. */
export function explainConnection(cause: unknown, databaseUrl: string): Error {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const said =
    refusals[code] ??
    `cannot be reached (${code || String(cause)}). Check that it runs, and DATABASE_URL.`;
  return new Error(`The database at ${placeOf(databaseUrl)} ${said}`, { cause });
}

function placeOf(databaseUrl: string): string {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  return url?.searchParams.get("host") ?? url?.host ?? "the hosts in DATABASE_URL";
}
