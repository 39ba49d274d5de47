/** The size of a digit in bits; a 64-bit number has four digits. */
const digitBits = 16;
const digits = 4;
const digitCount = 2 ** digitBits;

/**
 * Transforms the bits of numbers so that they sort as unsigned integers: all bits of negative numbers are inverted, and
 * the sign of others. For descending order all bits are inverted again.
 */
const transformBits = (words: Uint32Array, backwards: boolean): void => {
  const back = backwards ? -1 : 0;
  for (let at = 0; at < words.length; at += 2) {
    const high = words[at + 1] ?? 0;
    const negative = high >>> 31 === 1;
    words[at] = (words[at] ?? 0) ^ (negative ? -1 : 0) ^ back;
    words[at + 1] = high ^ (negative ? -1 : 0x80000000) ^ back;
  }
};

/** Sorts rows by one digit of their keys, stably; false if all rows have the same digit. */
const sortByDigit = (
  keys: Uint16Array,
  digit: number,
  order: Uint32Array,
  into: Uint32Array,
): boolean => {
  const places = new Uint32Array(digitCount + 1);
  for (const at of order) {
    const place = (keys[at * digits + digit] ?? 0) + 1;
    places[place] = (places[place] ?? 0) + 1;
  }
  if (places.includes(order.length)) return false;
  for (let place = 1; place <= digitCount; place++)
    places[place] = (places[place] ?? 0) + (places[place - 1] ?? 0);
  for (const at of order) {
    const place = keys[at * digits + digit] ?? 0;
    const to = places[place] ?? 0;
    into[to] = at;
    places[place] = to + 1;
  }
  return true;
};

/** Sorts rows by their numbers (a stable radix sort). Rows without a number (NaN) are last in both directions. */
export const sortRows = (
  numbers: ArrayLike<number>,
  rows: Uint32Array,
  direction: "asc" | "desc",
): Uint32Array => {
  const known = new Uint32Array(rows.length);
  const unknown = new Uint32Array(rows.length);
  let [knownCount, unknownCount] = [0, 0];
  for (const row of rows) {
    if (Number.isNaN(numbers[row])) unknown[unknownCount++] = row;
    else known[knownCount++] = row;
  }
  // 0 and -0 are equal but have different bits.
  const keys = new Float64Array(knownCount);
  for (let at = 0; at < knownCount; at++) keys[at] = (numbers[known[at] ?? 0] ?? 0) + 0;
  transformBits(new Uint32Array(keys.buffer), direction === "desc");
  const halves = new Uint16Array(keys.buffer);
  let order = new Uint32Array(knownCount);
  for (let at = 0; at < knownCount; at++) order[at] = at;
  let into = new Uint32Array(knownCount);
  for (let digit = 0; digit < digits; digit++)
    if (sortByDigit(halves, digit, order, into)) [order, into] = [into, order];
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < knownCount; at++) sorted[at] = known[order[at] ?? 0] ?? 0;
  sorted.set(unknown.subarray(0, unknownCount), knownCount);
  return sorted;
};
