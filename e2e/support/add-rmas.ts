import type { Rma } from "#contract/rmas.ts";
import { connect } from "#database/connect.ts";
import { insertRmas } from "#service/store/rmas.ts";
import type { Stack } from "./start-stack.ts";

/** Above the ids of the demonstration workspace. */
let lastId = 900_000;

const waitingRma = (sourceId: number): Rma => {
  const id = (lastId += 1);
  return {
    id,
    rmaNumber: `RMA-${id}`,
    returnId: 1,
    sourceId,
    rmaStatus: "Waiting",
    createdAt: "2020-01-01T00:00:00.000Z",
    items: [{ id, quantity: 2, cost: 10, sku: `SKU-${id}`, title: "Tent", bundleComponents: [] }],
    rmaShipments: [],
  };
};

/**
 * Adds waiting RMAs of a source, the newest first. The API has no operation that creates one, so they are inserted into
 * the database; `remove` deletes them, so that other tests count as before.
 */
export const addRmas = async ({ place }: Stack, sourceId: number, count: number) => {
  const rmas = Array.from({ length: count }, () => waitingRma(sourceId)).toReversed();
  const sql = connect({ url: place.records.databaseUrl }, { max: 1 });
  await sql.begin((transaction) => insertRmas(transaction, rmas));
  const remove = async () => {
    await sql`delete from service.rmas where source_id = ${sourceId}`;
    await sql.end();
  };
  return { rmas, remove };
};
