import type { Fragment, Query } from "./query.ts";

/** The page number, from 1, and its size (api 8). */
export interface Page {
  readonly number: number;
  readonly size: number;
}

/** The page's part of a query. */
export const limitTo = (sql: Query, { number, size }: Page): Fragment =>
  sql`limit ${size} offset ${(number - 1) * size}`;

/** Combines the given conditions with AND; with none, every record matches. */
export const allOf = (sql: Query, conditions: readonly (Fragment | undefined)[]): Fragment =>
  conditions.reduce<Fragment>(
    (all, condition) => (condition === undefined ? all : sql`${all} and ${condition}`),
    sql`true`,
  );
