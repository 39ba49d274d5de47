import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { connect } from "#database/connect.ts";
import { insertPurchaseOrders } from "#service/store/purchase-orders.ts";
import { purchaseOrder } from "#service/testing/orders.ts";
import type { Stack } from "./start-stack.ts";

/** Above the ids of the demonstration workspace. */
let lastId = 900_000;

/**
 * Adds orders in Processing at a source. The API has no operation that creates one, so they are inserted into the
 * database.
 */
export const addOrders = async (
  { place }: Stack,
  sourceId: number,
  count: number,
): Promise<PurchaseOrder[]> => {
  const orders = Array.from({ length: count }, () => purchaseOrder((lastId += 1), { sourceId }));
  const sql = connect({ url: place.records.databaseUrl }, { max: 1 });
  try {
    await sql.begin((transaction) => insertPurchaseOrders(transaction, orders));
  } finally {
    await sql.end();
  }
  return orders;
};
