import type { BaseRows } from "./base-rows.ts";
import type { ReadCategory } from "./read-product.ts";
import {
  createNames,
  createRows,
  type ProductRows,
  countRows,
  settleRows,
} from "./product-rows.ts";
import { resizeColumns, type RowColumns } from "./row-columns.ts";
import { createOrders, type RowOrders } from "./row-orders.ts";

/**
 * Must increase with every change to the content of a snapshot or to a row's text. Older snapshots are rebuilt from the
 * records.
 */
const snapshotVersion = 1;

interface SnapshotParts {
  readonly texts: Omit<
    BaseRows,
    "titlePostings" | "detailPostings" | "codePostings" | "foldedCodes"
  >;
  readonly titlePostings: BaseRows["titlePostings"];
  readonly detailPostings: BaseRows["detailPostings"];
  readonly codePostings: BaseRows["codePostings"];
  /** Pages that equal the page of `codes` are null. */
  readonly foldedCodes: {
    readonly pages: readonly (string | null)[];
    readonly starts: Uint32Array;
  };
  readonly columns: RowColumns;
  readonly names: {
    readonly brands: readonly string[];
    readonly categories: readonly ReadCategory[];
  };
  readonly orders: { readonly title: Uint32Array; readonly sku: Uint32Array };
}

/** A complete index, in parts that can be cloned and stored individually. */
export interface ProductSnapshot {
  readonly version: number;
  readonly rows: number;
  readonly parts: SnapshotParts;
}

/** Creates a snapshot of the index. It shares most parts with the index, so it must be stored before the next `put`. */
export const saveRows = (rows: ProductRows, orders: RowOrders): ProductSnapshot => {
  settleRows(rows);
  const { titlePostings, detailPostings, codePostings, foldedCodes, ...texts } = rows.base;
  const total = countRows(rows);
  return {
    version: snapshotVersion,
    rows: total,
    parts: {
      texts,
      titlePostings,
      detailPostings,
      codePostings,
      foldedCodes: {
        pages: foldedCodes.pages.map((page, at) => (page === texts.codes.pages[at] ? null : page)),
        starts: foldedCodes.starts,
      },
      columns: resizeColumns(rows.columns, total, total),
      names: {
        brands: rows.names.brands.values,
        categories: rows.names.categories.values,
      },
      orders: orders.texts(),
    },
  };
};

const liveRows = ({ live, id }: RowColumns): Map<number, number> => {
  const rowOf = new Map<number, number>();
  for (let row = 0; row < live.length; row++) if (live[row] === 1) rowOf.set(id[row] ?? 0, row);
  return rowOf;
};

/** Loads the rows of a snapshot; undefined if it has another version. */
export const loadRows = (
  snapshot: ProductSnapshot,
): { rows: ProductRows; orders: RowOrders } | undefined => {
  if (snapshot.version !== snapshotVersion) return undefined;
  const { texts, foldedCodes, columns, names, orders, ...postings } = snapshot.parts;
  const pages = foldedCodes.pages.map((page, at) => page ?? texts.codes.pages[at] ?? "");
  const rowOf = liveRows(columns);
  const rows: ProductRows = {
    ...createRows(),
    base: { ...texts, ...postings, foldedCodes: { pages, starts: foldedCodes.starts } },
    columns: resizeColumns(columns, snapshot.rows, Math.max(1_024, snapshot.rows + 4_096)),
    names: createNames(names.brands, names.categories),
    rowOf,
    dead: snapshot.rows - rowOf.size,
  };
  return { rows, orders: createOrders(rows, orders) };
};
