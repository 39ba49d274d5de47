/** What was started and must end, whatever happens in between. */
export interface Endings {
  /** To be done at the end. */
  readonly add: (end: () => Promise<unknown>) => void;
  /** Ends everything, the last that was started first, as it stands on the others. One that fails keeps none from its end. */
  readonly run: () => Promise<void>;
}

export const createEndings = (): Endings => {
  const ends: (() => Promise<unknown>)[] = [];
  return {
    add: (end) => void ends.push(end),
    run: async () => {
      const failures: unknown[] = [];
      for (const end of ends.splice(0).toReversed()) {
        try {
          await end();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, "What a test started did not end well");
    },
  };
};
