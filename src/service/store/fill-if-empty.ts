import type { Sql, TransactionSql } from "#database/sql.ts";

/**
 * Fills a database without records, all or nothing, and returns whether it did. Of several processes that try at once
 * the first one fills it; the others wait for that and leave it unchanged.
 */
export const fillIfEmpty = (
  sql: Sql,
  fill: (sql: TransactionSql) => Promise<void>,
): Promise<boolean> =>
  // A bulk load takes longer than a request may, and so does waiting for another process' load.
  sql.begin((transaction) => fillOnce(transaction, fill), { statementMs: 0 });

const fillOnce = async (
  transaction: TransactionSql,
  fill: (sql: TransactionSql) => Promise<void>,
): Promise<boolean> => {
  await transaction`set local lock_timeout = 0`;
  await transaction`set local idle_in_transaction_session_timeout = 0`;
  await transaction`select pg_advisory_xact_lock(hashtext('service.demonstration'))`;
  const [row] = await transaction<{ filled: boolean }[]>`
    select exists (select from service.sources) or exists (select from service.channels)
      or exists (select from service.product_parents) or exists (select from service.purchase_orders)
      or exists (select from service.returns) or exists (select from service.webhook_configurations)
      or exists (select from service.mapping_rules) or exists (select from service.mapping_sets) as filled`;
  if (row?.filled !== false) return false;
  await fill(transaction);
  return true;
};
