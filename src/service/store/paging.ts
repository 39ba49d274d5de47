import type { Fragment, Query, Sql } from "#database/sql.ts";

/** The page number, from 1, and its size (api 8). */
export interface Page {
  readonly number: number;
  readonly size: number;
}

/** The page's part of a query. */
export const limitTo = (sql: Query, { number, size }: Page): Fragment =>
  sql`limit ${size} offset ${(number - 1) * size}`;

/** Combines the given conditions with AND; with none, every record matches. */
export const combineConditions = (
  sql: Query,
  conditions: readonly (Fragment | undefined)[],
): Fragment =>
  conditions.reduce<Fragment>(
    (all, condition) => (condition === undefined ? all : sql`${all} and ${condition}`),
    sql`true`,
  );

/** How many records match. */
export const countRecords = async (sql: Sql, table: string, where: Fragment): Promise<number> => {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from ${sql(`service.${table}`)} where ${where}`;
  return row?.total ?? 0;
};

/** One page of the records that match, and the total number on all pages. `where` is called for each statement. */
export const listRecords = async <T>(
  sql: Sql,
  table: string,
  where: () => Fragment,
  order: Fragment,
  page: Page,
): Promise<{ records: T[]; total: number }> => {
  const [rows, total] = await Promise.all([
    sql<{ record: T }[]>`
      select record from ${sql(`service.${table}`)} where ${where()}
      order by ${order} ${limitTo(sql, page)}`,
    countRecords(sql, table, where()),
  ]);
  return { records: rows.map(({ record }) => record), total };
};
