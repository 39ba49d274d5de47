import type { Proof } from "./proof-session.ts";

/** The places of the records that a part holds for (or that an action changes), and of the others. */
export interface ListedRecords {
  readonly matching: readonly number[];
  readonly others: readonly number[];
}

/** Sorts the samples by a part's verdict; undefined where it has none. */
export const listedRecords = (
  { run }: Pick<Proof, "run">,
  part: object,
  isAction: boolean,
): ListedRecords | undefined => {
  const bits = isAction ? run.changed(part) : run.bits(part);
  if (!bits) return undefined;
  const [matching, others]: [number[], number[]] = [[], []];
  for (const [at, bit] of bits.entries()) (bit === 0 ? others : matching).push(at);
  return { matching, others };
};
