import { withDigits } from "#web/base/misread-digits.ts";

/** Converts typed record numbers ("30110", "rma-30110", or several) to the API's format (`RMA-30110`). */
export const toRecordNumbers = (typed: string, prefix: string): string => {
  const words = typed.split(/[\s,;]+/).filter(Boolean);
  // The API compares exactly, and other accounts may use another format: each number is also sent as typed.
  const spellings = words.flatMap((word) => {
    const number = withDigits(word);
    return [word, /^\d+$/.test(number) ? `${prefix}-${number}` : number.toUpperCase()];
  });
  return [...new Set(spellings)].join(",");
};
