import type postgres from "postgres";

/**
 * The types of values between PostgreSQL and this program, named here so that `Sql` is one type everywhere.
 * - number: int8 and numeric, which are JSON numbers on the wire. An int8 past 2^53 stays a string, whole.
 * - timestamp: timestamp and timestamptz as ISO 8601 with milliseconds and `Z`.
 * - day: date as YYYY-MM-DD, never shifted by a time zone.
 */
export type SqlTypes = { number: number; timestamp: string | Date; day: string };

/** A pool of connections: a tagged template that runs queries. */
export type Sql = postgres.Sql<SqlTypes>;

/** The same inside `sql.begin`. */
export type TransactionSql = postgres.TransactionSql<SqlTypes>;
