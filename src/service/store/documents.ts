import type { Fragment, Query } from "#database/sql.ts";

/** How many records one insert statement contains; limits a statement's text to a few megabytes. */
const batchSize = 500;

/** A record as a parameter of type `json`. As text, because a jsonb parameter would lose the order of its fields. */
export const asJson = (sql: Query, value: unknown): Fragment =>
  sql`${JSON.stringify(value)}::text::json`;

/** Inserts records into a table of the shape (record json, generated columns). */
export const insertDocuments = async (
  sql: Query,
  table: string,
  records: readonly unknown[],
): Promise<void> => {
  for (let start = 0; start < records.length; start += batchSize) {
    const batch = records.slice(start, start + batchSize);
    await sql`insert into ${sql(table)} (record) select value from json_array_elements(${asJson(sql, batch)})`;
  }
};
