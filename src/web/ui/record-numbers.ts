/** Record numbers as the API writes them (`RMA-30110`), from what a person types: "30110", "rma-30110", several. */
export const recordNumbers = (typed: string, prefix: string): string => {
  const words = typed.split(/[\s,;]+/).filter(Boolean);
  // The API compares exactly, and another account may write its numbers in another way: each is sent as typed, too.
  const spellings = words.flatMap((word) => [
    word,
    /^\d+$/.test(word) ? `${prefix}-${word}` : word.toUpperCase(),
  ]);
  return [...new Set(spellings)].join(",");
};
