import { type PackedRows, packRows, unpackRow } from "#web/api/product-search/packed-rows.ts";
import type { ProductIndex } from "#web/api/product-search/product-index.ts";
import { everyProduct, type ProductRow } from "#web/api/product-search/product-query.ts";

/** Rows for the page: all of them, or those that changed since the last time. */
export interface RowPack extends PackedRows {
  readonly whole: boolean;
}

/** When so much of what was sent is out of date, all is sent anew. */
const isMuch = (changed: number, rows: number): boolean => changed > 2_000 && changed * 4 > rows;

/** What the worker has given its page, and what has changed since. */
export const createRowPacker = () => {
  let changed = new Set<number>();
  let partly = 0;
  let begun = false;
  return {
    changed: (id: number) => void (begun && changed.add(id)),
    /** The page holds nothing any more. */
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

/** More rows than a window shows; those read most lately. */
const mostRead = 2_000;

interface HeldRowsOptions {
  /** Asks for rows: all at first, those that changed since at later times. */
  readonly pack: () => Promise<RowPack>;
  /** Goes up with every change of the copy. */
  readonly revision: () => number;
  /** A monotonic clock. */
  readonly now?: () => number;
}

/** While a copy changes all the time, rows are brought no sooner than this after the last ones. */
const bringEveryMs = 10_000;

/** The rows that a page holds as bytes. */
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
    /** The same row is the same object until newer ones come. */
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
