/** The earlier versions of something edited, the latest last, and the place of the last edit. */
export interface UndoSteps<T> {
  readonly past: readonly T[];
  readonly at: string | undefined;
}

/** No steps to undo. */
export const noSteps: UndoSteps<never> = { past: [], at: undefined };

const most = 100;

/**
 * The steps after an edit. Edits at the same place in a row are one step, so that undo removes a typed word, not its last
 * letter. An edit without a place is always a step of its own.
 */
export const addStep = <T>(
  { past, at }: UndoSteps<T>,
  before: T,
  place: string | undefined,
): UndoSteps<T> =>
  place !== undefined && place === at
    ? { past, at }
    : { past: [...past, before].slice(-most), at: place };

/** The version before the last step, and the remaining steps; undefined if there is nothing to undo. */
export const undoStep = <T>({ past }: UndoSteps<T>): { to: T; steps: UndoSteps<T> } | undefined =>
  past.length === 0
    ? undefined
    : { to: past.at(-1)!, steps: { past: past.slice(0, -1), at: undefined } };
