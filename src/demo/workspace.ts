import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import { demoChannels, demoSources, demoWebhooks, productShares } from "./account.ts";
import { demoMappingRules, demoMappingSets } from "./mapping-rules.ts";
import { createVariantPool } from "./order-world.ts";
import { demoPurchaseOrders } from "./orders.ts";
import { createPeople } from "./people.ts";
import { demoProducts } from "./products.ts";
import { createIds, createRandom } from "./random.ts";
import { demoReturns } from "./returns.ts";
import { shippedOrder, type ShippedOrder } from "./rmas.ts";
import { iso, span } from "./values.ts";

/** Each kind of records has its own seed, so that more of one does not change another. */
const seeds = {
  products: 4_101,
  pool: 4_102,
  people: 4_103,
  orders: 4_104,
  returns: 4_105,
  webhooks: 4_106,
} as const;

/** The number of records in a workspace; orders and returns are derived from the product parents unless specified. */
export interface WorkspaceSize {
  readonly parents: number;
  readonly orders?: number;
  readonly returns?: number;
}

/** Orders and returns for each product parent; a small workspace still has every status. */
const orderCount = (parents: number): number => Math.max(60, Math.round(parents * 0.2));
const returnCount = (parents: number): number => Math.max(40, Math.round(parents * 0.075));

/**
 * The records of a demonstration workspace. Each kind is generated while it is read and uses the kinds before it, so
 * read them once and in this order: products, purchase orders, returns.
 */
export const createWorkspace = (size: WorkspaceSize, now: number) => {
  const { parents, orders = orderCount(parents), returns = returnCount(parents) } = size;
  const ids = createIds();
  const pool = createVariantPool(createRandom(seeds.pool));
  const people = createPeople(createRandom(seeds.people), ids, seeds.people);
  const shipped: ShippedOrder[] = [];
  const world = (seed: number) => ({ random: createRandom(seed), ids, people, pool, now });
  return {
    account: { id: 1, name: "Alder & Quay Distribution", insertedAt: iso(now - span) },
    sources: demoSources,
    channels: demoChannels,
    *products() {
      const random = createRandom(seeds.products);
      for (const product of demoProducts(random, ids, productShares, parents, now)) {
        pool.add(product);
        yield product.parent;
      }
    },
    *purchaseOrders() {
      for (const order of demoPurchaseOrders(world(seeds.orders), orders)) {
        const returnable = shippedOrder(order);
        if (returnable !== undefined) shipped.push(returnable);
        yield order;
      }
    },
    /** Returns with their RMAs. */
    returns: () => demoReturns(world(seeds.returns), shipped, returns),
    webhooks: () => demoWebhooks(createRandom(seeds.webhooks), ids, now),
    mappingSets: () => demoMappingSets(now),
    /** `setId` returns the id of a mapping set, as an operand. */
    mappingRules: (workflow: WorkflowMetaData, setId: (name: string) => string) =>
      demoMappingRules(workflow, setId, now),
  };
};
