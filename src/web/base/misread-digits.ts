/** A number with its letters O, I and l as the digits that they were mistaken for: "FO-2OO" is "FO-200". */
export const withDigits = (number: string): string =>
  number.replace(/(?<=^|-)(?=\D{0,20}\d)[OoIl\d]+$/, (end) =>
    end.replaceAll(/[Oo]/g, "0").replaceAll(/[Il]/g, "1"),
  );
