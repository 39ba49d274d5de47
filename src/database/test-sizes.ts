/** How much of something a test does: enough to fail in every check, and much more when somebody looks long. */
export interface TestSizes {
  /** The least that still meets every case the test is about. */
  readonly check: number;
  /** What only many rounds may show. */
  readonly soak: number;
}

/**
 * The size that this run of the tests asks for: `check`, or `soak` where the environment has SOAK=1. Every size that
 * differs between the two is named by this function and nowhere else, so that one variable makes the whole run long.
 */
export const sizeOf = ({ check, soak }: TestSizes): number =>
  process.env["SOAK"] === "1" ? soak : check;
