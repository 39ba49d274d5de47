import type { MoveKind } from "./order-moves.ts";

/** Where one order of a run is. Each is written down before the next thing happens. */
export type MoveState =
  | { readonly kind: "waiting" }
  /** Written down before it leaves: when the page dies now, the order is read again before anything else. */
  | { readonly kind: "sending" }
  | { readonly kind: "done" }
  /** It was there already; somebody was first, or the answer to an earlier sending was lost. */
  | { readonly kind: "already" }
  /** No answer came; read again, the order has moved. */
  | { readonly kind: "found" }
  | { readonly kind: "refused"; readonly why: string }
  /** No answer came; read again, the order stands as before. A person may send it again. */
  | { readonly kind: "unmoved"; readonly why: string }
  /** No answer came, and the order could not be read again yet. */
  | { readonly kind: "unknown"; readonly why: string };

/** One order of a run. */
export interface MoveLine {
  readonly id: number;
  readonly name: string;
  readonly state: MoveState;
}

/** Many orders to be moved, one after the other, as this browser keeps it. */
export interface MoveRun {
  readonly id: string;
  readonly move: MoveKind;
  /** Ids of one upstream mean nothing at another. */
  readonly upstream: string;
  readonly startedAt: number;
}

/** Orders that nothing more is done to unless a person says so. */
const settled = new Set<MoveState["kind"]>(["done", "already", "found", "refused", "unmoved"]);

/** Whether there is still something to do about an order. */
export const isOpen = ({ state }: MoveLine): boolean => !settled.has(state.kind);

/** Whether each order of a run is where it should be. */
export const wentWell = (lines: readonly MoveLine[]): boolean =>
  lines.every(({ state }) => ["done", "already", "found"].includes(state.kind));

/** How a run stands, in numbers. */
export interface MoveTally {
  readonly total: number;
  /** Those that are where they should be, whoever moved them. */
  readonly moved: number;
  readonly refused: number;
  readonly unmoved: number;
  readonly unknown: number;
  readonly open: number;
}

/** Counts a run's orders. */
export const tallyOf = (lines: readonly MoveLine[]): MoveTally => {
  const count = (...kinds: MoveState["kind"][]) =>
    lines.filter(({ state }) => kinds.includes(state.kind)).length;
  return {
    total: lines.length,
    moved: count("done", "already", "found"),
    refused: count("refused"),
    unmoved: count("unmoved"),
    unknown: count("unknown"),
    open: lines.filter(isOpen).length,
  };
};
