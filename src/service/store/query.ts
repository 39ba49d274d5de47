import type postgres from "postgres";
import type { SqlTypes } from "#database/sql.ts";

/** Anything that runs a query: the pool or a transaction. */
export type Query = postgres.ISql<SqlTypes>;

/** A part of a query, for use in another one. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
