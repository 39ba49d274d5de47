import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { pageSize } from "#contract/limits.ts";
import type { Answer } from "#web/api/call.ts";

/** The progress of collecting orders. */
export interface CollectProgress {
  readonly pages: number;
  readonly orders: readonly PurchaseOrder[];
}

interface Collecting {
  readonly readPage: (page: number) => Promise<Answer<PurchaseOrder[]>>;
  /** The screen's filter in addition to the API's. */
  readonly fits: (order: PurchaseOrder) => boolean;
  readonly report: (progress: CollectProgress) => void;
}

/**
 * Reads every matching order, page by page until the first empty one: a short page may be followed by others
 * (neighbours). An order that moves to the next page meanwhile counts once.
 */
export const collectOrders = async ({
  readPage,
  fits,
  report,
}: Collecting): Promise<PurchaseOrder[]> => {
  const byId = new Map<number, PurchaseOrder>();
  for (let page = 1; ; page++) {
    const { value, total } = await readPage(page);
    for (const order of value.filter(fits)) if (order.id) byId.set(order.id, order);
    const orders = [...byId.values()];
    report({ pages: page, orders });
    const whole = total !== undefined && page * pageSize.maximum >= total;
    if (value.length === 0 || whole) return orders;
  }
};
