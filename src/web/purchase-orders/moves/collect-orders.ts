import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { pageSize } from "#contract/limits.ts";
import type { Answer } from "#web/api/call.ts";

/** How far the collecting is. */
export interface Collected {
  readonly pages: number;
  readonly orders: readonly PurchaseOrder[];
}

interface Collecting {
  readonly ask: (page: number) => Promise<Answer<PurchaseOrder[]>>;
  /** What the screen narrows beyond the API's filters. */
  readonly fits: (order: PurchaseOrder) => boolean;
  readonly tell: (so: Collected) => void;
}

/**
 * Every order that fits, page by page to the first empty one: a page may be short and others follow (neighbours). An
 * order that slips to the next page meanwhile is taken once.
 */
export const collectOrders = async ({ ask, fits, tell }: Collecting): Promise<PurchaseOrder[]> => {
  const byId = new Map<number, PurchaseOrder>();
  for (let page = 1; ; page++) {
    const { value, total } = await ask(page);
    for (const order of value.filter(fits)) if (order.id) byId.set(order.id, order);
    const orders = [...byId.values()];
    tell({ pages: page, orders });
    const whole = total !== undefined && page * pageSize.maximum >= total;
    if (value.length === 0 || whole) return orders;
  }
};
