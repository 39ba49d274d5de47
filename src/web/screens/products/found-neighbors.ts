import { useEffect, useState } from "react";
import type { SearchCatalog } from "#web/api/catalog.ts";
import type { ProductQuery, ProductRow } from "#contract/catalog.ts";
import { findListed, setListed } from "#web/base/listed-records.ts";
import type { Found } from "./found-products.ts";

interface Listed {
  readonly search: SearchCatalog;
  readonly query: ProductQuery;
  readonly ids: readonly number[];
}

let listed: Listed | undefined;

/** The IDs by position; positions of rows that are not loaded are left out. */
const placeIds = (rows: Iterable<readonly [number, ProductRow]>, total: number): number[] => {
  const ids: number[] = [];
  ids.length = total;
  for (const [index, { id }] of rows) ids[index] = id;
  return ids;
};

/** Stores what a search found: products opened from it have neighbors. */
export const listFound = (search: SearchCatalog, { query, rows, total = 0 }: Found): void => {
  if (!query) return;
  listed = { search, query, ids: placeIds(rows, total) };
  setListed("products", listed.ids);
};

const margin = 60;

/** Loads the rows around a product whose neighbors in the list are not loaded; true if they are now. */
const loadNeighbors = async (id: number, signal: AbortSignal): Promise<boolean> => {
  const place = findListed("products", id);
  if (!place?.place || !listed) return false;
  const { previous, next, count } = place;
  if ((previous ?? place.place === 1) && (next ?? place.place === count)) return false;
  const { search, query, ids } = listed;
  const first = Math.max(0, place.place - 1 - margin);
  const { rows, total } = await search({ query, first, count: 2 * margin + 1 }, signal);
  const newer = placeIds(
    rows.map((row, index) => [first + index, row] as const),
    total,
  );
  // The catalog may have changed: then only the newer rows have places.
  const isSame = total === ids.length && newer[place.place - 1] === id;
  listed = { search, query, ids: isSame ? Object.assign([...ids], newer) : newer };
  if (!isSame && !newer.includes(id)) return false;
  setListed("products", listed.ids);
  return true;
};

/** Knows the neighbors of a product in the list that it was opened from, also those beyond the loaded rows. */
export const useNeighbors = (id: number): void => {
  const [, redraw] = useState({});
  useEffect(() => {
    const control = new AbortController();
    loadNeighbors(id, control.signal).then(
      (isNew) => isNew && !control.signal.aborted && redraw({}),
      () => undefined,
    );
    return () => control.abort();
  }, [id]);
};
