/** The rule tried on sample records. */
export const ProofPanel = () => null;
