import type { BaseRows } from "./base-rows.ts";
import type { ReadCategory } from "./read-product.ts";
import { createNames, createRows, type ProductRows, rowTotal, settleRows } from "./product-rows.ts";
import { resizedColumns, type RowColumns } from "./row-columns.ts";
import { createOrders, type RowOrders } from "./row-orders.ts";

/** Older ones are made anew from the records. Goes up with every change of what a snapshot or a row's text holds. */
const snapshotVersion = 1;

interface SnapshotParts {
  readonly texts: Omit<
    BaseRows,
    "titlePostings" | "detailPostings" | "codePostings" | "foldedCodes"
  >;
  readonly titlePostings: BaseRows["titlePostings"];
  readonly detailPostings: BaseRows["detailPostings"];
  readonly codePostings: BaseRows["codePostings"];
  /** Pages that read as the codes' own are left out. */
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

export type PartName = keyof SnapshotParts;

/** Everything of an index, in parts that can be cloned and kept one by one. */
export interface ProductSnapshot {
  readonly version: number;
  readonly rows: number;
  readonly parts: SnapshotParts;
}

/** What the index holds now. It shares most of its parts, so it has to be kept before the next `put`. */
export const saveRows = (rows: ProductRows, orders: RowOrders): ProductSnapshot => {
  settleRows(rows);
  const { titlePostings, detailPostings, codePostings, foldedCodes, ...texts } = rows.base;
  const total = rowTotal(rows);
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
      columns: resizedColumns(rows.columns, total, total),
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

/** The rows of a snapshot; undefined where it is of another version or no snapshot. */
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
    columns: resizedColumns(columns, snapshot.rows, Math.max(1_024, snapshot.rows + 4_096)),
    names: createNames(names.brands, names.categories),
    rowOf,
    dead: snapshot.rows - rowOf.size,
  };
  return { rows, orders: createOrders(rows, orders) };
};
