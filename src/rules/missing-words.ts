import type { ComparatorFacts } from "./comparator.ts";
import type { ReadingKind } from "./read-value.ts";

/** The texts for a value that has no such reading. */
export const notReadWords: Readonly<Record<ReadingKind, string>> = {
  text: "has no text",
  folded: "has no text",
  searched: "has no text",
  searchedFolded: "has no text",
  decimal: "is not a number",
  time: "is not a date",
  boolean: "is neither yes nor no",
  list: "is not a list",
  entries: "has no named values",
  categories: "is not a category",
};

const textNote: Partial<Record<ReadingKind, string>> = {
  text: " Empty text is compared like any other.",
  folded: " Empty text is compared like any other.",
  searched: " Empty text contains nothing.",
  searchedFolded: " Empty text contains nothing.",
};

/** A comparator's text for a value that is missing or of another kind. */
export const missingWords = ({
  reads,
  whenMissing,
  operands,
}: Pick<ComparatorFacts, "whenMissing" | "operands"> & { readonly reads: ReadingKind }): string => {
  const note = operands.length > 0 ? (textNote[reads] ?? "") : "";
  return `${whenMissing ? "Matches" : "Does not match"} if the value is missing or ${notReadWords[reads]}.${note}`;
};
