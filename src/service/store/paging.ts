import type { Fragment, Query } from "./query.ts";

/** Which page of how many entries, from 1 (api 8). */
export interface Page {
  readonly number: number;
  readonly size: number;
}

/** The page's part of a query. */
export const limitTo = (sql: Query, { number, size }: Page): Fragment =>
  sql`limit ${size} offset ${(number - 1) * size}`;

/** All of the conditions that are given; none: every record. */
export const allOf = (sql: Query, conditions: readonly (Fragment | undefined)[]): Fragment =>
  conditions.reduce<Fragment>(
    (all, condition) => (condition === undefined ? all : sql`${all} and ${condition}`),
    sql`true`,
  );
