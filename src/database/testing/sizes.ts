/** The number of rounds in a test: enough to find a failure in every check, and many more in a long run. */
export interface TestSizes {
  /** The smallest number that still covers every case of the test. */
  readonly check: number;
  /** The number that also finds rare failures. */
  readonly soak: number;
}

/**
 * Selects the size for this test run: `check`, or `soak` if the environment has SOAK=1. Every size that differs between
 * the two uses this function, so that one variable makes the whole run long.
 */
export const selectSize = ({ check, soak }: TestSizes): number =>
  process.env["SOAK"] === "1" ? soak : check;
