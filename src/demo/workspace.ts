import type { Account, Channel, Source } from "#contract/account.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { ReturnModel } from "#contract/returns.ts";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import { demoMappingRules, ruleDate } from "./demo-mapping-rules.ts";
import { demoMappingSets, type DemoMappingSet } from "./demo-mapping-sets.ts";
import { demoChannels, demoSources, productShares } from "./demo-parties.ts";
import { demoProducts } from "./demo-products.ts";
import { demoPurchaseOrders } from "./demo-purchase-orders.ts";
import { demoReturns } from "./demo-returns.ts";
import { iso, span } from "./demo-time.ts";
import { demoWebhooks, type DemoWebhook } from "./demo-webhooks.ts";
import { createIds } from "./ids.ts";
import { createPeople } from "./people.ts";
import { createRandom } from "./random.ts";
import { shippedOrder, type ShippedOrder } from "./shipped-orders.ts";
import { createVariantPool } from "./variant-pool.ts";

/**
 * The records of a demonstration workspace. Each kind is generated while it is read and uses the kinds before it, so
 * read them once and in this order: products, purchase orders, returns.
 */
export interface Workspace {
  readonly account: Account;
  readonly sources: readonly Source[];
  readonly channels: readonly Channel[];
  products(): Iterable<ResellerProductParent>;
  purchaseOrders(): Iterable<PurchaseOrder>;
  /** Returns with their RMAs. */
  returns(): Iterable<ReturnModel>;
  webhooks(): DemoWebhook[];
  mappingSets(): DemoMappingSet[];
  /** Rules as requests; `setId` returns the id of a mapping set, as an operand. */
  mappingRules(
    workflow: WorkflowMetaData,
    setId: (name: string) => string,
  ): { rule: UpdateOrCreateMappingRule; createdAt: Date }[];
}

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

export const createWorkspace = (size: WorkspaceSize, now: number): Workspace => {
  const { parents, orders = orderCount(parents), returns = returnCount(parents) } = size;
  const ids = createIds();
  const pool = createVariantPool(createRandom(seeds.pool));
  const people = createPeople(createRandom(seeds.people), seeds.people);
  const shipped: ShippedOrder[] = [];
  const world = (seed: number) => ({ random: createRandom(seed), ids, people, pool, now });
  return {
    account: { id: 1, name: "Alder & Quay Distribution", insertedAt: iso(now - span) },
    sources: demoSources,
    channels: demoChannels,
    *products() {
      for (const product of demoProducts(
        createRandom(seeds.products),
        ids,
        productShares,
        parents,
        now,
      )) {
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
    returns: () => demoReturns(world(seeds.returns), shipped, returns),
    webhooks: () => demoWebhooks(createRandom(seeds.webhooks), ids, now),
    mappingSets: () => demoMappingSets(now),
    mappingRules: (workflow, setId) =>
      demoMappingRules(workflow, setId).map((rule, index) => ({
        rule,
        createdAt: ruleDate(now, index),
      })),
  };
};
