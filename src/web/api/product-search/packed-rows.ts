import type { ProductIndex } from "./product-index.ts";
import type { ProductRow } from "./product-query.ts";

/*
 * What the table shows of many products, as bytes: small enough for a page to hold a whole catalogue, and quick enough to
 * read one of them while it is scrolled to.
 */

/** Everything of a row but what depends on the text that was looked for. */
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

export interface PackedRows {
  /** Ascending. */
  readonly ids: Float64Array;
  /** Where each row begins in the bytes, and where the last one ends. */
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
}

const rowsAtOnce = 250;
const likelyBytes = 220;

const fitting = (bytes: Uint8Array, length: number): Uint8Array => {
  if (bytes.length >= length) return bytes;
  const larger = new Uint8Array(Math.max(length, Math.ceil(bytes.length * 1.25)));
  larger.set(bytes);
  return larger;
};

/** Rows as bytes, those the index lacks left out; `pause` lets others in between two pieces. */
export const packRows = async (
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
      // A unit of a text takes three bytes at most.
      bytes = fitting(bytes, length + text.length * 3);
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

/** The place of an id; negative where it is not among them. */
const placeOf = (ids: Float64Array, id: number): number => {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : -1;
};

const decoder = new TextDecoder();

/** One row as it was packed; undefined where it is not among them. */
export const unpackRow = (
  { ids, starts, bytes }: PackedRows,
  id: number,
): ProductRow | undefined => {
  const at = placeOf(ids, id);
  if (at < 0) return undefined;
  const values = JSON.parse(
    decoder.decode(bytes.subarray(starts[at], starts[at + 1])),
  ) as unknown[];
  const row = Object.fromEntries(fields.map((field, place) => [field, values[place]]));
  return { ...row, matched: [], matchedVariants: [] } as unknown as ProductRow;
};
