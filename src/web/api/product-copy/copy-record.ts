import type { ResellerProductParent } from "#contract/products.ts";
import { readRowFacts } from "./sweep-state.ts";
import {
  emptySweep,
  type KnownRow,
  type PageAnswer,
  type PageRequest,
  type SweepState,
} from "./sweep-state.ts";
import { applyAnswer } from "./sweep.ts";
import { isAwaited } from "./sweep-state.ts";

export interface CopyRecord extends KnownRow {
  readonly copy: string;
  readonly id: number;
  readonly product: ResellerProductParent;
  readonly readAt: number;
  /** Increases with every write that changes a record, so that changes after the last saved index can be found. */
  readonly rev: number;
  readonly goneAt: number | null;
}

export interface EarlierRecord {
  readonly copy: string;
  readonly id: number;
  readonly product: ResellerProductParent;
  readonly readAt: number;
}

/** The state and progress of a copy, written with every page. */
export interface CopyHead {
  readonly copy: string;
  readonly channelId: number;
  readonly sweep: SweepState;
  readonly paused: boolean;
  readonly rev: number;
  readonly products: number;
  readonly requests: number;
  readonly sweepBegan: number | null;
  readonly sweptFrom: number | null;
  readonly sweptAt: number | null;
  readonly checkedAt: number | null;
  readonly openedAt: number;
}

export const emptyHead = (copy: string, channelId: number, size: number): CopyHead => ({
  copy,
  channelId,
  sweep: emptySweep(size, 0),
  paused: false,
  rev: 0,
  products: 0,
  requests: 0,
  sweepBegan: null,
  sweptFrom: null,
  sweptAt: null,
  checkedAt: null,
  openedAt: 0,
});

/** A copy that is unused for this long is deleted. */
const unusedMs = 30 * 86_400_000;

export const isUnused = ({ openedAt, checkedAt }: CopyHead, wall: number): boolean =>
  Math.max(openedAt, checkedAt ?? 0) < wall - unusedMs;

export interface PageChange {
  readonly head: CopyHead;
  readonly records: readonly CopyRecord[];
  readonly earlier: readonly EarlierRecord[];
  /** The `records` that differ from the stored ones. */
  readonly changed: readonly CopyRecord[];
  readonly ended: "sweep" | "delta" | undefined;
}

export const listIds = ({ products }: PageAnswer): number[] => [
  ...new Set(products.flatMap((product) => readRowFacts(product)?.id ?? [])),
];

const isSameProduct = (one: ResellerProductParent, other: ResellerProductParent): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const endedSweep = ({ sweepBegan, ...head }: CopyHead, wall: number): Partial<CopyHead> => ({
  sweptFrom: sweepBegan ?? head.sweptFrom,
  sweptAt: wall,
  sweepBegan: null,
});

export const endSweep = (head: CopyHead, sweep: SweepState, wall: number): CopyHead => ({
  ...head,
  sweep,
  ...endedSweep(head, wall),
});

/**
 * Computes the changes of a page to a copy; `known` holds the stored records with the ids on the page. Undefined if the
 * copy does not wait for this page.
 */
export const computePageChange = (
  head: CopyHead,
  request: PageRequest,
  answered: PageAnswer,
  known: ReadonlyMap<number, CopyRecord>,
): PageChange | undefined => {
  if (!isAwaited(head.sweep, request)) return undefined;
  const answer = request.fresh ? { ...answered, age: undefined } : answered;
  const { state, rows, ended } = applyAnswer(head.sweep, request, answer, (id) => known.get(id));
  const rev = head.rev + 1;
  const readAt = answer.wall - (answer.age ?? 0) * 1_000;
  const records: CopyRecord[] = [];
  const changed: CopyRecord[] = [];
  const earlier: EarlierRecord[] = [];
  for (const { facts, product, pass, stale } of rows) {
    const before = known.get(facts.id);
    const { id, updated, newestVariant } = facts;
    const present = { copy: head.copy, id, product, readAt, rev, pass, updated, newestVariant };
    const kept = stale && before ? { ...before, pass } : { ...present, goneAt: null };
    const same = before !== undefined && (stale || isSameProduct(before.product, product));
    const unchanged = same && before.goneAt === kept.goneAt;
    const record = unchanged ? { ...kept, rev: before.rev } : { ...kept, rev };
    records.push(record);
    if (!unchanged) changed.push(record);
    if (before && !same)
      earlier.push({ copy: head.copy, id, product: before.product, readAt: before.readAt });
  }
  const added = rows.filter(({ facts }) => !known.has(facts.id)).length;
  const next: CopyHead = {
    ...head,
    sweep: state,
    rev: changed.length > 0 ? rev : head.rev,
    products: head.products + added,
    requests: head.requests + 1,
    ...(ended === undefined || answer.age !== undefined ? {} : { checkedAt: answer.wall }),
    ...(ended === "sweep" ? endedSweep(head, answer.wall) : {}),
  };
  return { head: next, records, earlier, changed, ended };
};
