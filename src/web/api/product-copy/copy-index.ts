import { readTime } from "#contract/read-time.ts";
import { createProductIndex, loadProductIndex, type ProductIndex } from "#catalog/product-index.ts";
import { everyProduct } from "#contract/catalog.ts";
import { createUnitBands } from "#catalog/row-columns.ts";
import { createDayFinder } from "#contract/wall-clock.ts";
import type { CopyRecord } from "./copy-record.ts";
import type { CopyStore } from "./copy-store.ts";
import type { ChannelOverview } from "./copy-state.ts";
import { createRowPacker } from "./row-packs.ts";

/** The index is saved again after this many changed products, but not sooner than this after the last save. */
const saveAfter = { changes: 4_000, ms: 30_000 } as const;
const rowsAtOnce = 2_000;

/** The search index of a copy: loads the saved index and applies the changes since then. */
export interface CopyIndex {
  readonly index: () => ProductIndex;
  readonly rev: () => number;
  readonly put: (records: readonly CopyRecord[], rev: number) => void;
  readonly packer: ReturnType<typeof createRowPacker>;
  /** Reads the changes that other tabs wrote. */
  readonly catchUp: () => Promise<void>;
  /** Saves the index if enough products changed, or immediately with `now`. */
  readonly save: (now: boolean) => Promise<void>;
  readonly clear: () => void;
}

/** A saved index with changes that the copy does not have is of a copy that was deleted since. */
const loadSaved = async (store: CopyStore) => {
  const saved = await store.savedIndex().catch(() => undefined);
  const head = await store.head();
  if (saved === undefined || head === undefined || saved.rev > head.rev) return undefined;
  const index = loadProductIndex(saved.snapshot);
  return index && { index, rev: saved.rev };
};

/** Opens the index of a copy; `pause` yields to other tasks between two steps. */
export const openCopyIndex = async (
  store: CopyStore,
  pause: () => Promise<void>,
): Promise<CopyIndex> => {
  const saved = await loadSaved(store);
  let index = saved?.index ?? createProductIndex();
  let rev = saved?.rev ?? 0;
  let unsaved = 0;
  let savedAt = performance.now();
  let settling: Promise<void> | undefined;
  let catchingUp = Promise.resolve();
  const packer = createRowPacker();

  const settle = async (all: boolean) => {
    while (index.settle(all)) await pause();
  };
  const settleSoon = (): Promise<void> =>
    (settling ??= pause()
      .then(() => settle(false))
      .finally(() => {
        settling = undefined;
      }));
  const put = (records: readonly CopyRecord[], upTo: number) => {
    for (const { id, product, goneAt, readAt } of records) {
      index.put(product, { goneAt, readAt });
      packer.changed(id);
    }
    rev = Math.max(rev, upTo);
    unsaved += records.length;
    if (records.length > 0) void settleSoon();
  };
  const applyChanges = async () => {
    for await (const piece of store.changedSince(rev)) {
      put(piece, 0);
      await pause();
    }
  };
  const catchUp = async () => {
    const head = await store.head();
    if (head === undefined) return;
    if (head.rev > rev) {
      await applyChanges();
      rev = Math.max(rev, head.rev);
    }
    // A sweep loads all products, but only those that changed are among the changes.
    if (index.noteLoaded(head.sweptFrom ?? 0)) packer.clear();
  };
  await catchUp();
  unsaved = saved ? unsaved : index.size;
  return {
    index: () => index,
    rev: () => rev,
    put,
    packer,
    catchUp: () => (catchingUp = catchingUp.then(catchUp, catchUp)),
    save: async (now) => {
      const due = unsaved >= saveAfter.changes && performance.now() - savedAt >= saveAfter.ms;
      if (store.kind === "memory" || unsaved === 0 || !(now || due)) return;
      unsaved = 0;
      savedAt = performance.now();
      await settle(true);
      // The snapshot shares its parts with the index, so it is made when the database clones it. Without a saved index
      // a copy opens more slowly but works the same.
      await store.saveIndex(() => ({ rev, snapshot: index.save() })).catch(() => undefined);
    },
    clear: () => {
      index = createProductIndex();
      packer.clear();
      rev = 0;
      unsaved = 0;
    },
  };
};

/** Summarizes the products of a channel, with the days of a time zone. */
export const createOverview = async (
  index: ProductIndex,
  pause: () => Promise<void>,
  timeZone: string,
): Promise<ChannelOverview> => {
  const available = { ...everyProduct, gone: "none" } as const;
  const { ids, total } = index.search(available);
  const facets = index.facets(available);
  const gone = index.search({ ...everyProduct, gone: "only" }).total;
  const days = new Map<string, number>();
  const findDay = createDayFinder(timeZone);
  const spread = createUnitBands();
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    for (const { updated_at: text, stock } of index.rows(ids.subarray(from, from + rowsAtOnce))) {
      if (stock !== null) spread.add(stock);
      const day = findDay(readTime(text));
      if (day !== "") days.set(day, (days.get(day) ?? 0) + 1);
    }
    await pause();
  }
  const updatedByDay = [...days]
    .map(([day, count]) => ({ day, count }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return { facets, total, gone, updatedByDay, units: spread.bands() };
};
