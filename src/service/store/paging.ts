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

/** True for a column's value that is given. Of a single one, an index also has the list's order. */
export const isOneOf = (sql: Query, column: string, values: readonly string[]): Fragment =>
  values.length === 1 && values[0] !== undefined
    ? sql`${sql(column)} = ${values[0]}`
    : sql`${sql(column)} = any(${[...values]})`;

/** How many records match. */
export const countRecords = async (sql: Sql, table: string, where: Fragment): Promise<number> => {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from ${sql(`service.${table}`)} where ${where}`;
  return row?.total ?? 0;
};

/** A number of records after the first `skip`. */
interface Part {
  readonly size: number;
  readonly skip: number;
}

const toPart = ({ number, size }: Page): Part => ({ size, skip: (number - 1) * size });

/**
 * A part of the records that match. Their ids are found in an index alone, so that records before the part are not
 * read.
 */
export const readPart = async <T>(
  sql: Sql,
  table: string,
  where: Fragment,
  order: Fragment,
  { size, skip }: Part,
): Promise<T[]> => {
  const name = sql(`service.${table}`);
  const rows = await sql<{ record: T }[]>`
    select record
    from (select id from ${name} where ${where} order by ${order} limit ${size} offset ${skip}) part
    join ${name} using (id)
    order by ${order}`;
  return rows.map(({ record }) => record);
};

/** Records of a list, and the total number on all pages. */
export interface Listed<T> {
  readonly records: T[];
  readonly total: number;
}

/** One page of the records that match. */
export const listRecords = async <T>(
  sql: Sql,
  table: string,
  where: Fragment,
  order: Fragment,
  page: Page,
): Promise<Listed<T>> => {
  const [records, total] = await Promise.all([
    readPart<T>(sql, table, where, order, toPart(page)),
    countRecords(sql, table, where),
  ]);
  return { records, total };
};
