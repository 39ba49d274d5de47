/** A number with its letters O, I and l as the digits that they were mistaken for: "FO-2OO" is "FO-200". */
export const withDigits = (number: string): string =>
  number.replace(/(?<=^|-)(?=\D{0,20}\d)[OoIl\d]+$/, (end) =>
    end.replaceAll(/[Oo]/g, "0").replaceAll(/[Il]/g, "1"),
  );

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
