import type { ResellerProductParent } from "#contract/products.ts";
import { isOlder, readRowFacts } from "./row-facts.ts";
import type { KnownRow, PageAnswer, SweepState, RowWrite } from "./sweep-state.ts";

/** Dates further in the future than this are errors; they do not indicate the upstream's clock. */
const maxAheadMs = 366 * 86_400_000;

/** Hashes an id to 32 bits, so that adjacent ids have unrelated hashes. */
const hashId = (id: number): number => {
  const low = Math.imul((id ^ (id / 2 ** 32)) | 0, 0x9e3779b1);
  return Math.imul(low ^ (low >>> 15), 0x85ebca6b) >>> 0;
};

/** Converts a page to the rows to write, and collects what they show about the upstream. */
export const readRows = (
  state: SweepState,
  { products, age, now, wall }: PageAnswer,
  after: number,
  knownOf: (id: number) => KnownRow | undefined,
) => {
  const byId = new Map<number, RowWrite>();
  let { largest, ahead } = state;
  const reading = { unreadable: 0, fresh: 0, hash: 0, changed: 0, print: 0 };
  for (const product of products) {
    const facts = readRowFacts(product);
    if (facts === undefined) {
      reading.unreadable += 1;
      continue;
    }
    if (!byId.has(facts.id)) reading.print += hashId(facts.id);
    const known = byId.has(facts.id) ? undefined : knownOf(facts.id);
    if (!byId.has(facts.id) && known?.pass !== state.pass) {
      reading.fresh += 1;
      reading.hash += hashId(facts.id);
    }
    const same = known?.updated === facts.updated && known.newestVariant === facts.newestVariant;
    if (!same) reading.changed += 1;
    const stale = age !== undefined && known !== undefined && isOlder(facts, known);
    byId.set(facts.id, { facts, product, pass: state.pass, stale });
    if (facts.updatedUp === null || facts.updatedUp > wall + maxAheadMs) continue;
    largest = Math.max(largest ?? facts.updatedUp, facts.updatedUp);
    const lead = facts.updatedUp - (now - (age ?? 0) * 1_000);
    ahead = Math.max(ahead ?? lead, lead);
  }
  const rows = [...byId.values()];
  const old = rows.length > 0 && rows.every(({ facts }) => (facts.updated ?? after) < after);
  return { rows, upstream: { largest, ahead }, old, ...reading };
};

/** Whether a page is ordered by update time, oldest first, and contains only what was requested. */
export const isInOrder = (products: readonly ResellerProductParent[], after: number): boolean => {
  let last = after;
  for (const product of products) {
    const updated = readRowFacts(product)?.updated ?? null;
    if (updated === null) continue;
    if (updated < last) return false;
    last = updated;
  }
  return true;
};

/** The latest update time on a page; null if it has none. */
export const findLatestMoment = (products: readonly ResellerProductParent[]): number | null =>
  products.reduce<number | null>((last, product) => {
    const updated = readRowFacts(product)?.updated ?? null;
    return updated === null ? last : Math.max(last ?? updated, updated);
  }, null);
