import { parseCommaList } from "#contract/comma-list.ts";
import {
  deprecatedPurchaseOrderTypeAbbreviations,
  purchaseOrderTypes,
} from "#contract/purchase-order-types.ts";
import { maxOrderNumbers } from "#contract/purchase-orders.ts";
import { withDigits } from "#web/base/misread-digits.ts";

/** Order numbers, without duplicates, in their order. */
export interface ReadNumbers {
  /** As many as one request accepts, each in all of its spellings. */
  readonly numbers: readonly string[];
  /** The numbers beyond that. */
  readonly beyond: readonly string[];
}

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

const dropRepeats = (numbers: readonly string[]): string[] => {
  const seen = new Set<string>();
  return numbers.filter((number) => {
    const key = number.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
};

/** The first numbers whose spellings fit into one request, and the others. */
export const splitNumbers = (numbers: readonly string[]): ReadNumbers => {
  const spellings = new Set<string>();
  const end = numbers.findIndex((number) => {
    for (const spelling of listSpellings(number)) spellings.add(spelling);
    return spellings.size > maxOrderNumbers;
  });
  return end < 0
    ? { numbers, beyond: [] }
    : { numbers: numbers.slice(0, end), beyond: numbers.slice(end) };
};

// A number that contains spaces is in quotes, as spreadsheets and CSV files write it.
const numberPattern = /"([^"\n]*)"|[^\s,;|"]+/gu;

/** The numbers in a text copied from anywhere, separated by commas, semicolons, spaces, tabs or line ends. */
export const parseNumbers = (text: string): ReadNumbers => {
  const found = [...text.matchAll(numberPattern)]
    // A comma would split the number in the API's comma list.
    .map(([whole, quoted]) => (quoted ?? whole).replaceAll(",", " ").trim())
    .filter((number) => number !== "");
  return splitNumbers(dropRepeats(found));
};

/** The numbers in an address as `parseNumbers` reads them: those that contain spaces or separators are in quotes. */
export const writeNumbers = (numbers: string | undefined): string =>
  parseCommaList(numbers)
    .map((number) => (/[\s;|]/u.test(number) ? `"${number}"` : number))
    .join(",");

/** The numbers in an address, which may hold more than one request accepts: anyone can write one. */
const splitAddress = (numbers: string | undefined): ReadNumbers =>
  splitNumbers(dropRepeats(parseCommaList(numbers)));

/** The numbers to request for those in an address, in every spelling: as many as fit into one request. */
export const numbersToRequest = (numbers: string | undefined): string | undefined =>
  numbers && [...new Set(splitAddress(numbers).numbers.flatMap(listSpellings))].join(",");

/** The requested numbers that no order has in any spelling. */
export const findMissingNumbers = (
  asked: string | undefined,
  orders: readonly { purchaseOrderNumber?: string | null | undefined }[],
): string[] => {
  const found = new Set(orders.map((order) => order.purchaseOrderNumber?.toLowerCase()));
  return splitAddress(asked).numbers.filter(
    (number) => !listSpellings(number).some((spelling) => found.has(spelling.toLowerCase())),
  );
};

/** The numbers of an address that no request asks for yet: those that don't fit into one, then those in `more`. */
export const listUnsearched = (address: {
  readonly poNumbers?: string | undefined;
  readonly more?: string | undefined;
}): string[] => {
  const { numbers, beyond } = splitAddress(address.poNumbers);
  const all = [...numbers, ...beyond, ...parseCommaList(address.more)];
  return dropRepeats(all).slice(numbers.length);
};
