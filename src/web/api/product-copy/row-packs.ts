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
  let begun = false;
  return {
    changed: (id: number) => void (begun && changed.add(id)),
    /** Resets: the page has no rows any more. */
    clear: () => {
      begun = false;
    },
    pack: async (index: ProductIndex, pause: () => Promise<void>): Promise<RowPack> => {
      const whole = !begun || isMuch(partly + changed.size, index.size);
      const ids = whole ? index.search(everyProduct).ids : Float64Array.from(changed);
      partly = whole ? 0 : partly + changed.size;
      begun = true;
      changed = new Set();
      return { whole, ...(await packRows(index, ids.sort(), pause)) };
    },
  };
};

/** The maximum number of cached unpacked rows; more than a window shows. */
const mostRead = 2_000;

interface HeldRowsOptions {
  /** Loads rows: all at first, then those that changed. */
  readonly pack: () => Promise<RowPack>;
  /** Increases with every change of the copy. */
  readonly revision: () => number;
  /** A monotonic clock. */
  readonly now?: () => number;
}

/** The minimum interval between updates while a copy changes constantly. */
const bringEveryMs = 10_000;

/** Caches rows as bytes in the page. */
export const createHeldRows = ({
  pack,
  revision,
  now = () => performance.now(),
}: HeldRowsOptions) => {
  let packs: readonly PackedRows[] = [];
  let fresh: number | undefined;
  let broughtAt = Number.NEGATIVE_INFINITY;
  let bringing = false;
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
    rowOf: (id: number): ProductRow | undefined => {
      const known = read.get(id);
      if (known) return known;
      const row = unpack(id);
      if (row === undefined) return undefined;
      if (read.size >= mostRead) read.clear();
      read.set(id, row);
      return row;
    },
    isFresh: () => fresh === revision(),
    bring: async (): Promise<boolean> => {
      const early = now() - broughtAt < bringEveryMs;
      if (bringing || early || fresh === revision()) return false;
      bringing = true;
      const asOf = revision();
      try {
        add(await pack());
        fresh = asOf;
        broughtAt = now();
        return true;
      } finally {
        bringing = false;
      }
    },
  };
};
