import type { ProductIndex } from "#catalog/product-index.ts";
import { everyProduct, type ProductRow } from "#contract/catalog.ts";

/*
 * Table rows of many products as bytes: small enough to keep a whole catalog in a page, and fast enough to unpack one
 * row while scrolling.
 */

/** All fields of a row except those that depend on the search text. */
const fields = [
  "id",
  "sku",
  "title",
  "brand",
  "categories",
  "price",
  "sale",
  "map",
  "belowMap",
  "stock",
  "variants",
  "missing",
  "image",
  "updated_at",
  "inserted_at",
  "readAt",
  "goneAt",
] as const satisfies readonly (keyof ProductRow)[];

interface PackedRows {
  readonly ids: Float64Array;
  /** The start of each row in the bytes, and the end of the last row. */
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
}

const rowsAtOnce = 250;
const likelyBytes = 220;

const ensureCapacity = (bytes: Uint8Array, length: number): Uint8Array => {
  if (bytes.length >= length) return bytes;
  const larger = new Uint8Array(Math.max(length, Math.ceil(bytes.length * 1.25)));
  larger.set(bytes);
  return larger;
};

/** Packs rows as bytes, without ids that the index lacks; `pause` yields between chunks. */
const packRows = async (
  index: Pick<ProductIndex, "rows">,
  ids: Float64Array,
  pause: () => Promise<void>,
): Promise<PackedRows> => {
  const encoder = new TextEncoder();
  const packed = { ids: new Float64Array(ids.length), starts: new Uint32Array(ids.length + 1) };
  let bytes: Uint8Array = new Uint8Array(ids.length * likelyBytes);
  let [count, length] = [0, 0];
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    for (const row of index.rows(ids.subarray(from, from + rowsAtOnce))) {
      const text = JSON.stringify(fields.map((field) => row[field]));
      // A UTF-16 unit needs three bytes at most.
      bytes = ensureCapacity(bytes, length + text.length * 3);
      length += encoder.encodeInto(text, bytes.subarray(length)).written;
      packed.ids[count] = row.id;
      packed.starts[(count += 1)] = length;
    }
    await pause();
  }
  return {
    ids: packed.ids.slice(0, count),
    starts: packed.starts.slice(0, count + 1),
    bytes: bytes.slice(0, length),
  };
};

const findPacked = (ids: Float64Array, id: number): number => {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : -1;
};

const decoder = new TextDecoder();

const unpackRow = ({ ids, starts, bytes }: PackedRows, id: number): ProductRow | undefined => {
  const at = findPacked(ids, id);
  if (at < 0) return undefined;
  const values = JSON.parse(
    decoder.decode(bytes.subarray(starts[at], starts[at + 1])),
  ) as unknown[];
  const row = Object.fromEntries(fields.map((field, place) => [field, values[place]]));
  return { ...row, matched: [], matchedVariants: [] } as unknown as ProductRow;
};

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
  readonly revision: () => number;
}

/** The minimum interval between updates while a copy changes constantly. */
const minUpdateMs = 10_000;

export const createRowCache = ({ pack, revision }: RowCacheOptions) => {
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
      const early = performance.now() - updatedAt < minUpdateMs;
      if (updating || early || fresh === revision()) return false;
      updating = true;
      const asOf = revision();
      try {
        add(await pack());
        fresh = asOf;
        updatedAt = performance.now();
        return true;
      } finally {
        updating = false;
      }
    },
  };
};
