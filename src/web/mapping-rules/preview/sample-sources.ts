import { pageSize } from "#contract/limits.ts";
import { isUnserved } from "#web/api/api-error.ts";
import { listCachedOrders, fetchWholeOrders } from "#web/api/purchase-orders.ts";
import { copiedProducts } from "./copied-products.ts";
import type { SampleChoice } from "./preview-session.ts";
import type { SamplePool, SampleSource } from "./sample-pool.ts";
import { createSamplePool } from "./sample-pool.ts";
import { sampleOfOrder } from "./sample-record.ts";

/** Purchase orders: from the API where it lists them, else those that this page has shown. They are not stored. */
const orderSource: SampleSource = {
  readPage: async (page, _readAt, signal) => {
    try {
      const { value, total } = await fetchWholeOrders(page, signal);
      return { samples: value.map(sampleOfOrder), total };
    } catch (error) {
      if (!isUnserved(error)) throw error;
      const seen = listCachedOrders();
      const from = (page - 1) * pageSize.maximum;
      const samples = seen.map(sampleOfOrder).slice(from, from + pageSize.maximum);
      return { samples, total: seen.length };
    }
  },
};

/** Pools live as long as the page: opening another rule reads nothing again. */
const pools = new Map<string, SamplePool>();
const getPool = (key: string, source: SampleSource): SamplePool => {
  const pool = pools.get(key) ?? createSamplePool(source);
  pools.set(key, pool);
  return pool;
};

const productPool = (channelId: number): SamplePool =>
  getPool(`product ${channelId}`, copiedProducts(channelId));

const orderPool = (): SamplePool => getPool("purchase_order", orderSource);

/** The pool of a choice; undefined for pasted records, or before a channel is chosen. */
export const poolOfChoice = ({ kind, channelId, pasted }: SampleChoice): SamplePool | undefined => {
  if (pasted) return undefined;
  if (kind === "purchase_order") return orderPool();
  return channelId === undefined ? undefined : productPool(channelId);
};
