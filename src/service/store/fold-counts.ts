import type { Query } from "#database/sql.ts";

/**
 * Adds up the counts of records that changes have added, in each table where they more than double its rows. With a
 * `share` of 0, also where there are few.
 */
export const foldCounts = async (sql: Query, share = 1): Promise<void> => {
  await sql`select service.fold_counts(${share})`;
};
