import type { Figures } from "#contract/figures.ts";

/** As many rows as a laptop shows without scrolling; a phone shows the first of them. */
export const shownRows = 16;

export interface WaitingFigures {
  /** What the gateway counted; undefined until it is known, or if it can't be. */
  readonly figures: Figures | undefined;
  readonly waiting: Figures["waiting"] | undefined;
  /** The number of waiting RMAs in words: without a total, a full page means "or more". */
  readonly count: string;
  /** Only so many RMAs were read: the newest and the oldest. */
  readonly read: number | undefined;
  /** True once the rows are those that will stay. */
  readonly isComplete: boolean;
  readonly isServed: boolean;
  readonly failure: { readonly error: unknown; readonly retry: () => void } | undefined;
}
