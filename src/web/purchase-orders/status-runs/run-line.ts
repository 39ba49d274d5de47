import type { StatusChange } from "./status-changes.ts";

/** The state of one order in a run. Each is stored before the next step begins. */
export type RunLineState =
  | { readonly kind: "waiting" }
  /** Stored before the request: if the page closes now, the order is read before anything else is done. */
  | { readonly kind: "sending" }
  | { readonly kind: "done" }
  /** The order already had the status: another user was faster, or the response to an earlier request was lost. */
  | { readonly kind: "already" }
  /** The response was lost; the order was read, and has the new status. */
  | { readonly kind: "found" }
  | { readonly kind: "refused"; readonly why: string }
  /** The response was lost; the order was read, and its status is unchanged. Only the user can send it again. */
  | { readonly kind: "unmoved"; readonly why: string }
  /** The response was lost, and the order could not be read yet. */
  | { readonly kind: "unknown"; readonly why: string };

export interface RunLine {
  readonly id: number;
  readonly name: string;
  readonly state: RunLineState;
}

/** A change of many orders' statuses, one after the other, as stored in this browser. */
export interface StatusRun {
  readonly id: string;
  readonly move: StatusChange;
  /** The upstream of the run: ids are only valid there. */
  readonly upstream: string;
  readonly startedAt: number;
}

/** The states after which a run does nothing more unless the user asks for it. */
const settled = new Set<RunLineState["kind"]>(["done", "already", "found", "refused", "unmoved"]);

/** Whether the run still has something to do for an order. */
export const isOpen = ({ state }: RunLine): boolean => !settled.has(state.kind);

/** Whether all orders of a run have the new status. */
export const wentWell = (lines: readonly RunLine[]): boolean =>
  lines.every(({ state }) => ["done", "already", "found"].includes(state.kind));

/** The progress of a run, in numbers. */
export interface RunTally {
  readonly total: number;
  /** Orders that have the new status, by this run or otherwise. */
  readonly moved: number;
  readonly refused: number;
  readonly unmoved: number;
  readonly unknown: number;
  readonly open: number;
}

export const tallyLines = (lines: readonly RunLine[]): RunTally => {
  const count = (...kinds: RunLineState["kind"][]) =>
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
