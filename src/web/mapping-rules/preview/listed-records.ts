/** The indexes of the records that a part holds for (or that an action changes), and of the others. */
export interface ListedRecords {
  readonly matching: readonly number[];
  readonly others: readonly number[];
}

/** Sorts records by a part's verdicts, one for each record. */
export const listedRecords = (verdicts: Uint8Array): ListedRecords => {
  const [matching, others]: [number[], number[]] = [[], []];
  for (const [at, verdict] of verdicts.entries()) (verdict === 0 ? others : matching).push(at);
  return { matching, others };
};
