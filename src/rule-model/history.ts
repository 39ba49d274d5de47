/** One step that undo reverts: its name, and the burst of typing that it belongs to. */
export interface StepName {
  readonly label: string;
  readonly burst?: string;
}

interface Step<C> extends StepName {
  /** When its last change was made, in milliseconds since 1970. */
  readonly at: number;
  readonly change: C;
}

interface HistoryOptions<C> {
  /** One change for two in a row; undefined if they cancel each other out. */
  readonly merge: (first: C, second: C) => C | undefined;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

/** Typing pauses shorter than this, in milliseconds, stay in one step. */
const burstPauseMs = 500;
/** More steps than people undo; the oldest are dropped first. */
const maxSteps = 1_000;

/** The steps of an editor, for undo and redo. A change `C` can be made and reverted; the history only keeps them. */
export const createHistory = <C>({ merge, clock = Date.now }: HistoryOptions<C>) => {
  let [done, undone]: [Step<C>[], Step<C>[]] = [[], []];
  return {
    /** Adds a change that was made. Equal bursts without a pause between them are one step. */
    add: ({ label, burst }: StepName, change: C): void => {
      const last = done.at(-1);
      const at = clock();
      const continues =
        burst !== undefined &&
        last?.burst === burst &&
        at - last.at < burstPauseMs &&
        undone.length === 0;
      const merged = continues ? merge(last.change, change) : change;
      const before = continues ? done.slice(0, -1) : done.slice(-maxSteps + 1);
      const name = burst === undefined ? { label } : { label, burst };
      done = merged === undefined ? before : [...before, { ...name, at, change: merged }];
      undone = [];
    },
    /** Takes back the last step: returns the change to revert. */
    undo: (): C | undefined => {
      const step = done.pop();
      if (step) undone.push(step);
      return step?.change;
    },
    /** Returns the change to make again. */
    redo: (): C | undefined => {
      const step = undone.pop();
      if (step) done.push({ label: step.label, at: step.at, change: step.change });
      return step?.change;
    },
    /** The names of the steps that undo and redo take next. */
    next: () => ({ undo: done.at(-1)?.label, redo: undone.at(-1)?.label }),
    /** Replaces all changes, for example when parts have new IDs. */
    map: (of: (change: C) => C): void => {
      const each = (step: Step<C>): Step<C> => ({ ...step, change: of(step.change) });
      [done, undone] = [done.map(each), undone.map(each)];
    },
    clear: (): void => {
      [done, undone] = [[], []];
    },
  };
};
