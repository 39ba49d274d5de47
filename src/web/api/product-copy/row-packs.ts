import { type PackedRows, packRows, unpackRow } from "#web/api/product-search/packed-rows.ts";
import type { ProductIndex } from "#web/api/product-search/product-index.ts";
import { everyProduct, type ProductRow } from "#web/api/product-search/product-query.ts";

/** Rows for the page: all rows, or those that changed since the last pack. */
export interface RowPack extends PackedRows {
  readonly whole: boolean;
}

/** Whether so many rows are out of date that all are sent again. */
const isMuch = (changed: number, rows: number): boolean => changed > 2_000 && changed * 4 > rows;

/** Creates packs of rows in the worker, and tracks which rows changed since the last pack. */
export const createRowPacker = () => {
  let changed = new Set<number>();
  let partly = 0;
  let started = false;
  return {
    changed: (id: number) => void (started && changed.add(id)),
    /** Resets: the next pack contains all rows. */
    clear: () => {
      started = false;
    },
    pack: async (index: ProductIndex, pause: () => Promise<void>): Promise<RowPack> => {
      const whole = !started || isMuch(partly + changed.size, index.size);
      const ids = whole ? index.search(everyProduct).ids : Float64Array.from(changed);
      partly = whole ? 0 : partly + changed.size;
      started = true;
      changed = new Set();
      return { whole, ...(await packRows(index, ids.sort(), pause)) };
    },
  };
};

/** The maximum number of cached unpacked rows; more than a window shows. */
const maxUnpacked = 2_000;

interface RowCacheOptions {
  /** Loads rows: all at first, then those that changed. */
  readonly pack: () => Promise<RowPack>;
  /** Increases with every change of the copy. */
  readonly revision: () => number;
  /** A monotonic clock. */
  readonly now?: () => number;
}

/** The minimum interval between updates while a copy changes constantly. */
const minUpdateMs = 10_000;

/** Caches rows as bytes in the page. */
export const createRowCache = ({
  pack,
  revision,
  now = () => performance.now(),
}: RowCacheOptions) => {
  let packs: readonly PackedRows[] = [];
  let fresh: number | undefined;
  let updatedAt = Number.NEGATIVE_INFINITY;
  let updating = false;
  const read = new Map<number, ProductRow>();
  const unpack = (id: number): ProductRow | undefined => {
    for (const one of packs) {
      const row = unpackRow(one, id);
      if (row) return row;
    }
    return undefined;
  };
  const add = ({ whole, ...rows }: RowPack) => {
    packs = whole ? [rows] : [rows, ...packs];
    read.clear();
  };
  return {
    /** Returns the same object for a row until an update. */
    get: (id: number): ProductRow | undefined => {
      const known = read.get(id);
      if (known) return known;
      const row = unpack(id);
      if (row === undefined) return undefined;
      if (read.size >= maxUnpacked) read.clear();
      read.set(id, row);
      return row;
    },
    isFresh: () => fresh === revision(),
    update: async (): Promise<boolean> => {
      const early = now() - updatedAt < minUpdateMs;
      if (updating || early || fresh === revision()) return false;
      updating = true;
      const asOf = revision();
      try {
        add(await pack());
        fresh = asOf;
        updatedAt = now();
        return true;
      } finally {
        updating = false;
      }
    },
  };
};
