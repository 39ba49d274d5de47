/** The cleanup of everything that was started, whatever happens in between. */
export interface Cleanup {
  /** Adds a function to call at the end. */
  readonly add: (end: () => Promise<unknown>) => void;
  /**
   * Ends everything, the last one first, since it depends on the earlier ones. A failure does not prevent the others
   * from ending.
   */
  readonly run: () => Promise<void>;
}

export const createCleanup = (): Cleanup => {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    add: (end) => void steps.push(end),
    run: async () => {
      const failures: unknown[] = [];
      for (const end of steps.splice(0).toReversed()) {
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
