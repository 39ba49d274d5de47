import { readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { setImmediate as pause } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import { createValueTally, type ValueTally } from "#catalog/field-tally.ts";
import { createOverview } from "#catalog/overview.ts";
import {
  createProductIndex,
  loadProductIndex,
  type ProductIndex,
  type ProductMatches,
  type ProductSnapshot,
} from "#catalog/product-index.ts";
import {
  type CatalogMatches,
  type ChannelOverview,
  everyProduct,
  type FieldValues,
  type ProductQuery,
} from "#contract/catalog.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import type { IndexedRow, Position } from "./store.ts";

/** Where an index is saved, and which catalog it is of. */
export interface SavedPlace {
  readonly file: string;
  readonly copy: string;
}

/** What an index holds: all changes up to a position, in so many products. */
export interface Held {
  readonly position: Position;
  readonly size: number;
}

interface Found extends Pick<CatalogMatches, "total" | "rows" | "corrected" | "facets"> {
  readonly held: Held;
}

interface Window {
  readonly query: ProductQuery;
  readonly first: number;
  readonly count: number;
  readonly facets: boolean;
}

/** A field, the name of an entry in it or null, and what its values begin with. */
export interface AskedValues {
  readonly field: string;
  readonly entry: string | null;
  readonly text: string;
}

/** The calls to the indexes of catalogs, by the catalog's number. They run in a thread of their own. */
export type Indexes = {
  /** Creates the index, from the place where it was saved if there is one. */
  open(catalog: number, place: SavedPlace | undefined): Held;
  put(catalog: number, rows: readonly IndexedRow[]): Held;
  /** All changes up to the position are put; what isn't gone was read at a moment or later. */
  reach(catalog: number, position: Position, sweptFrom: number): Held;
  search(catalog: number, window: Window): Found;
  /** The products that were not updated for the longest time. */
  oldest(catalog: number, first: number, count: number): { ids: number[]; total: number };
  /** The values of all fields are counted anew; what was counted before is answered until the end. */
  beginCounting(catalog: number): void;
  countRows(catalog: number, rows: readonly Pick<IndexedRow, "record" | "goneAt">[]): void;
  endCounting(catalog: number): void;
  values(catalog: number, asked: AskedValues): FieldValues | null;
  overview(catalog: number, timeZone: string): Promise<ChannelOverview>;
  save(catalog: number, place: SavedPlace): Promise<void>;
  drop(catalog: number): void;
};

/** The matches of so many latest queries are kept, for further windows of them. */
const mostQueries = 20;

interface OpenIndex {
  readonly index: ProductIndex;
  position: Position;
  readonly found: Map<string, ProductMatches>;
  settling: boolean;
}

interface SavedIndex extends Pick<SavedPlace, "copy"> {
  readonly position: Position;
  readonly snapshot: ProductSnapshot;
}

const sumBytes = 4;

/** Undefined for a file that isn't there, is not complete, or is of another copy or version. */
const load = ({ file, copy }: SavedPlace): OpenIndex | undefined => {
  try {
    const bytes = readFileSync(file);
    const content = bytes.subarray(sumBytes);
    if (bytes.readUInt32LE(0) !== crc32(content)) return undefined;
    const saved = deserialize(content) as SavedIndex;
    const index = saved.copy === copy ? loadProductIndex(saved.snapshot) : undefined;
    return index && { index, position: saved.position, found: new Map(), settling: false };
  } catch {
    return undefined;
  }
};

export const createIndexes = (): Indexes => {
  const open = new Map<number, OpenIndex>();
  const counted = new Map<number, ValueTally>();
  const counting = new Map<number, ValueTally>();

  const get = (catalog: number): OpenIndex => {
    const one = open.get(catalog);
    if (one === undefined) throw new Error("The index is not open");
    return one;
  };
  const held = ({ index, position }: OpenIndex): Held => ({ position, size: index.size });
  const settle = async (one: OpenIndex, all: boolean): Promise<void> => {
    while (one.index.settle(all)) await pause();
  };
  const settleSoon = (one: OpenIndex): void => {
    if (one.settling) return;
    one.settling = true;
    void pause()
      .then(async () => settle(one, false))
      .finally(() => {
        one.settling = false;
      });
  };
  const match = ({ index, found }: OpenIndex, query: ProductQuery): ProductMatches => {
    const key = JSON.stringify(query);
    const matches = found.get(key) ?? index.search(query);
    found.delete(key);
    found.set(key, matches);
    for (const [oldest] of found) if (found.size > mostQueries) found.delete(oldest);
    return matches;
  };

  return {
    open: (catalog, place) => {
      const saved = place && load(place);
      const one = saved ?? {
        index: createProductIndex(),
        position: { version: 0, id: 0 },
        found: new Map<string, ProductMatches>(),
        settling: false,
      };
      open.set(catalog, one);
      return held(one);
    },
    put: (catalog, rows) => {
      const one = get(catalog);
      for (const { record, readAt, goneAt } of rows)
        one.index.put(JSON.parse(record) as ResellerProductParent, { readAt, goneAt });
      const last = rows.at(-1);
      if (last !== undefined) one.position = { version: last.version, id: last.id };
      one.found.clear();
      settleSoon(one);
      return held(one);
    },
    reach: (catalog, position, sweptFrom) => {
      const one = get(catalog);
      one.position = position;
      if (one.index.noteLoaded(sweptFrom)) one.found.clear();
      return held(one);
    },
    search: (catalog, { query, first, count, facets }) => {
      const one = get(catalog);
      const { total, ids, corrected } = match(one, query);
      return {
        held: held(one),
        total,
        rows: one.index.rows(ids.subarray(first, first + count), query.text, corrected),
        ...(corrected === undefined ? {} : { corrected }),
        ...(facets ? { facets: one.index.facets(query) } : {}),
      };
    },
    oldest: (catalog, first, count) => {
      const { ids, total } = match(get(catalog), {
        ...everyProduct,
        gone: "none",
        sort: { by: "updated_at", direction: "asc" },
      });
      return { ids: Array.from(ids.subarray(first, first + count)), total };
    },
    beginCounting: (catalog) => void counting.set(catalog, createValueTally()),
    countRows: (catalog, rows) => {
      for (const { record, goneAt } of rows) {
        if (goneAt !== null) continue;
        const { variants, ...product } = JSON.parse(record) as ResellerProductParent;
        counting.get(catalog)?.add({ product, variant: variants ?? [] });
      }
    },
    endCounting: (catalog) => {
      const tally = counting.get(catalog);
      counting.delete(catalog);
      if (tally) counted.set(catalog, tally);
    },
    values: (catalog, { field, entry, text }) =>
      counted.get(catalog)?.find(field, entry, text) ?? null,
    overview: async (catalog, timeZone) =>
      createOverview(get(catalog).index, async () => pause(), timeZone),
    save: async (catalog, { file, copy }) => {
      const one = get(catalog);
      await settle(one, true);
      // The snapshot shares its parts with the index, so it is written to memory before the next change.
      const { position } = one;
      const content = serialize({
        copy,
        position,
        snapshot: one.index.save(),
      } satisfies SavedIndex);
      const sum = Buffer.alloc(sumBytes);
      sum.writeUInt32LE(crc32(content));
      const draft = `${file}.${process.pid}`;
      try {
        await writeFile(draft, [sum, content]);
        await rename(draft, file);
      } finally {
        await rm(draft, { force: true });
      }
    },
    drop: (catalog) => {
      open.delete(catalog);
      counted.delete(catalog);
    },
  };
};
