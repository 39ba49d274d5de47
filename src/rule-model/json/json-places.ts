/** A place in a text, as an editor counts: from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Finds line and column of offsets in one text; the lines are counted once. */
export const placesIn = (text: string): ((offset: number) => TextPlace) => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
};

export const lineCount = (text: string): number => {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
};
