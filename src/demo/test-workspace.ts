import { createWorkspace } from "./workspace.ts";

/** A whole workspace in memory, for tests. */
export const madeWorkspace = (parents: number, now: number) => {
  const workspace = createWorkspace({ parents }, now);
  const products = [...workspace.products()];
  const orders = [...workspace.purchaseOrders()];
  const returns = [...workspace.returns()];
  return {
    products,
    variants: products.flatMap((parent) => parent.variants),
    orders,
    returns,
    rmas: returns.flatMap((one) => one.rmas),
    webhooks: workspace.webhooks(),
  };
};

/** Money in whole cents, where sums are exact. */
export const cents = (amount: number | null | undefined): number => Math.round((amount ?? 0) * 100);

export const sum = <T>(items: readonly T[], of: (item: T) => number | null | undefined): number =>
  items.reduce((total, item) => total + (of(item) ?? 0), 0);

/** The share of the items that match, from 0 to 1. */
export const share = <T>(items: readonly T[], holds: (item: T) => boolean): number =>
  items.filter(holds).length / items.length;
