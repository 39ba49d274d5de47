import { parseCommaList } from "#contract/comma-list.ts";
import {
  deprecatedPurchaseOrderTypeAbbreviations,
  purchaseOrderTypes,
} from "#contract/purchase-order-types.ts";
import { maxOrderNumbers } from "#contract/purchase-orders.ts";
import { withDigits } from "./misread-digits.ts";

/** Order numbers found in a text. */
export interface ReadNumbers {
  /** Without duplicates, in the order of the text: as many as one list accepts. */
  readonly numbers: readonly string[];
  /** The numbers beyond that. */
  readonly beyond: readonly string[];
}

// A number that contains spaces is in quotes, as spreadsheets and CSV files write it.
const numberPattern = /"([^"\n]*)"|[^\s,;|"]+/gu;

/** The numbers in a text copied from anywhere, separated by commas, semicolons, spaces, tabs or line ends. */
export const parseNumbers = (text: string): ReadNumbers => {
  const found = [...text.matchAll(numberPattern)]
    // A comma would split the number in the API's comma list.
    .map(([whole, quoted]) => (quoted ?? whole).replaceAll(",", " ").trim())
    .filter((number) => number !== "");
  const seen = new Set<string>();
  const numbers = found.filter((number) => {
    const key = number.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
  return { numbers: numbers.slice(0, maxOrderNumbers), beyond: numbers.slice(maxOrderNumbers) };
};

/** The numbers in an address as `parseNumbers` reads them: those that contain spaces or separators are in quotes. */
export const writeNumbers = (numbers: string | undefined): string =>
  parseCommaList(numbers)
    .map((number) => (/[\s;|]/u.test(number) ? `"${number}"` : number))
    .join(",");

const prefixes = [
  ...Object.values(purchaseOrderTypes).map(({ abbreviation }) => abbreviation),
  ...Object.keys(deprecatedPurchaseOrderTypeAbbreviations),
];

/**
 * The possible spellings of a number: users leave out prefix and case, and the API compares complete numbers exactly.
 */
const listSpellings = (typed: string): string[] => {
  const number = withDigits(typed);
  return [
    ...new Set(
      /^\d+$/.test(number)
        ? [typed, number, ...prefixes.map((prefix) => `${prefix}-${number}`)]
        : [typed, typed.toUpperCase(), number.toUpperCase()],
    ),
  ];
};

/** The numbers to request for those in an address: in every spelling, or unchanged if those are too many. */
export const numbersToRequest = (numbers: string | undefined): string | undefined => {
  const spellings = parseCommaList(numbers).flatMap(listSpellings);
  return spellings.length > maxOrderNumbers ? numbers : numbers && spellings.join(",");
};

/** The requested numbers that no order has in any spelling. */
export const findMissingNumbers = (
  asked: string | undefined,
  orders: readonly { purchaseOrderNumber?: string | null | undefined }[],
): string[] => {
  const found = new Set(orders.map((order) => order.purchaseOrderNumber?.toLowerCase()));
  return parseCommaList(asked).filter(
    (number) => !listSpellings(number).some((spelling) => found.has(spelling.toLowerCase())),
  );
};
