import type { ResellerProductParent } from "#contract/products.ts";
import type { PageAnswer, PageRequest } from "#web/api/product-copy/sweep-state.ts";

/** The orders in which an upstream may list. */
export const orders = {
  "updated first": (a, b) => a.updated - b.updated || a.id - b.id,
  "by id": (a, b) => a.id - b.id,
  "updated last": (a, b) => b.updated - a.updated || a.id - b.id,
} as const satisfies Record<string, (a: Row, b: Row) => number>;
export type Order = keyof typeof orders;

export interface Row {
  readonly id: number;
  readonly updated: number;
  readonly price: number;
  readonly priced: number;
}

/** A change in the upstream; `pick` selects a row. */
export type Change =
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "add"; readonly rows: number }
  | { readonly kind: "update" | "delete" | "price"; readonly pick: number }
  | { readonly kind: "bulk"; readonly every: number }
  | { readonly kind: "late"; readonly pick: number; readonly ms: number };

const wallStart = Date.UTC(2026, 0, 1);
const keptMs = 60_000;

const productOf = ({ id, updated, price, priced }: Row): ResellerProductParent => {
  const [updated_at, variantAt] = [updated, priced].map((time) => new Date(time).toISOString());
  const variants = [{ id: id * 10, price, updated_at: variantAt }];
  return { id, sku: `S${id}`, updated_at, variants } as unknown as ResellerProductParent;
};

interface Kept {
  readonly at: number;
  readonly rows: readonly Row[];
}

/** An upstream with its own clock, behind a cache that repeats a page for one minute. */
export const createChangingUpstream = (order: Order, size: number, aheadMs: number) => {
  let time = 0;
  let lastId = 0;
  const rows = new Map<number, Row>();
  const late: { readonly visible: number; readonly row: Row }[] = [];
  const kept = new Map<string, Kept>();
  const clock = () => wallStart + aheadMs + time;

  const rowAt = (pick: number): Row | undefined =>
    [...rows.values()][pick % Math.max(1, rows.size)];
  const put = (row: Row) => void rows.set(row.id, row);
  const added = (): Row => ({ id: (lastId += 1), updated: clock(), price: 1, priced: clock() });
  const settleLate = () => {
    for (const one of late.filter(({ visible }) => visible <= time)) {
      late.splice(late.indexOf(one), 1);
      put(one.row);
    }
  };
  const isHeld = (id: number) => late.some(({ row }) => row.id === id);

  const changes: { [K in Change["kind"]]: (change: Extract<Change, { kind: K }>) => void } = {
    wait: ({ ms }) => {
      time += ms;
    },
    add: ({ rows: count }) => {
      for (let n = 0; n < count; n += 1) put(added());
    },
    update: ({ pick }) => {
      const row = rowAt(pick);
      if (row && !isHeld(row.id)) put({ ...row, updated: clock() });
    },
    price: ({ pick }) => {
      const row = rowAt(pick);
      if (row && !isHeld(row.id)) put({ ...row, price: row.price + 1, priced: clock() });
    },
    delete: ({ pick }) => {
      const row = rowAt(pick);
      if (row && !isHeld(row.id)) rows.delete(row.id);
    },
    bulk: ({ every }) => {
      for (const row of rows.values())
        if (row.id % every === 0 && !isHeld(row.id)) put({ ...row, updated: clock() });
    },
    late: ({ pick, ms }) => {
      const row = pick % 2 === 0 ? added() : rowAt(pick);
      if (row && !isHeld(row.id))
        late.push({ visible: time + ms, row: { ...row, updated: clock() } });
    },
  };

  return {
    change: (change: Change) => {
      (changes[change.kind] as (change: Change) => void)(change);
      settleLate();
    },
    /** Completes pending transactions without other changes. */
    calm: () => {
      time += keptMs;
      settleLate();
    },
    wait: (ms: number) => {
      time += ms;
      settleLate();
    },
    now: () => time,
    rows: () => [...rows.values()].toSorted((a, b) => a.id - b.id),
    answer: ({ after, page, fresh }: PageRequest): PageAnswer => {
      const key = `${after}/${page}`;
      const had = kept.get(key);
      const usable = had !== undefined && !fresh && time - had.at <= keptMs;
      const one = usable
        ? had
        : {
            at: time,
            rows: [...rows.values()]
              .filter(({ updated }) => updated > after)
              .toSorted(orders[order])
              .slice((page - 1) * size, page * size),
          };
      kept.set(key, one);
      const askedAt = time;
      time += 20;
      settleLate();
      return {
        products: one.rows.map(productOf),
        total: undefined,
        // A cache may add an age to a new answer, too.
        age: usable ? Math.floor((askedAt - one.at) / 1_000) : fresh ? 0 : undefined,
        askedAt,
        now: time,
        wall: wallStart + time,
      };
    },
    countAfter: (after: number) =>
      [...rows.values()].filter(({ updated }) => updated > after).length,
  };
};
export type ChangingUpstream = ReturnType<typeof createChangingUpstream>;
