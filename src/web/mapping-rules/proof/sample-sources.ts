import { pageSize } from "#contract/limits.ts";
import { isUnserved } from "#web/api/api-error.ts";
import { wholePageOfProducts } from "#web/api/products.ts";
import { ordersInMemory, wholePageOfOrders } from "#web/api/purchase-orders.ts";
import { forgetProducts, keepProducts, readKeptProducts } from "./kept-products.ts";
import type { SampleChoice } from "./proof-session.ts";
import type { SamplePool, SampleSource } from "./sample-pool.ts";
import { createSamplePool } from "./sample-pool.ts";
import { sampleOfOrder, sampleOfProduct } from "./sample-record.ts";

/** A channel's products: from this browser where they were read before, else from the API, page by page. */
const productSource = (channelId: number): SampleSource => ({
  readPage: async (page, readAt, signal) => {
    const { value, total } = await wholePageOfProducts(channelId, page, signal);
    void keepProducts(channelId, page, value, { readAt, total });
    return { samples: value.map(sampleOfProduct), total };
  },
  readKept: async () => {
    const kept = await readKeptProducts(channelId);
    return kept && { ...kept, pages: kept.pages.map((page) => page.map(sampleOfProduct)) };
  },
  forgetKept: () => forgetProducts(channelId),
});

/** Purchase orders: from the API where it lists them, else those that this page has shown. They are kept nowhere. */
const orderSource: SampleSource = {
  readPage: async (page, _readAt, signal) => {
    try {
      const { value, total } = await wholePageOfOrders(page, signal);
      return { samples: value.map(sampleOfOrder), total };
    } catch (error) {
      if (!isUnserved(error)) throw error;
      const seen = ordersInMemory();
      const from = (page - 1) * pageSize.maximum;
      const samples = seen.map(sampleOfOrder).slice(from, from + pageSize.maximum);
      return { samples, total: seen.length };
    }
  },
};

/** Pools live as long as the page: going from rule to rule reads nothing twice. */
const pools = new Map<string, SamplePool>();
const poolOf = (key: string, source: SampleSource): SamplePool => {
  const pool = pools.get(key) ?? createSamplePool(source);
  pools.set(key, pool);
  return pool;
};

/** The one pool of a channel's products. */
const productPool = (channelId: number): SamplePool =>
  poolOf(`product ${channelId}`, productSource(channelId));

/** The one pool of purchase orders. */
const orderPool = (): SamplePool => poolOf("purchase_order", orderSource);

/** The pool that a choice reads from; none for pasted records, or before a channel is chosen. */
export const poolOfChoice = ({ kind, channelId, pasted }: SampleChoice): SamplePool | undefined => {
  if (pasted) return undefined;
  if (kind === "purchase_order") return orderPool();
  return channelId === undefined ? undefined : productPool(channelId);
};
