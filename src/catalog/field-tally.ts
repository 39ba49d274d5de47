import type { FieldValues, NumberSpread } from "#contract/catalog.ts";
import { isRecord, ownField, toText } from "#rules/read-value.ts";

/*
 * The values that products have in each field, with the number of products that have each. A field is named as in
 * formulas: “product.brand”; the values of a named one, such as an attribute, have its name after that of the field.
 */

/** Texts are longer than anyone selects; a field with more different values is no list to select from. */
const longestText = 100;
const mostValues = 5_000;
const mostNumbers = 300_000;
const mostSorted = 10_000;

/** How many values an answer has, and how many bars a spread. */
const answered = 8;
const bars = 32;

interface FieldTally {
  readonly values: Map<string, number>;
  readonly numbers: number[];
  spread?: NumberSpread | null;
  /** The product that each value was last counted for. */
  readonly seen: Map<string, number>;
}

export interface ValueTally {
  /** Adds a product by its objects: the product itself, and its variants. */
  readonly add: (objects: Readonly<Record<string, unknown>>) => void;
  readonly find: (field: string, entry: string | null, text: string) => FieldValues;
}

const entryKey = (field: string, entry: string): string =>
  `${field}\n${entry.trim().toLowerCase()}`;

const nameOf = (value: unknown): string | undefined =>
  toText(ownField(value, "name")) ?? toText(ownField(value, "key"));

/** The bars between the lowest value and one that few exceed, which the last bar has, too. */
const spreadOf = (numbers: readonly number[]): NumberSpread | null => {
  if (numbers.length < 2) return null;
  // Sorting all of many would keep searches waiting.
  const step = Math.ceil(numbers.length / mostSorted);
  const sorted = Float64Array.from(numbers.filter((_, at) => at % step === 0)).sort();
  const low = numbers.reduce((least, number) => Math.min(least, number));
  const high = sorted[Math.floor((sorted.length - 1) * 0.95)]!;
  if (high <= low) return null;
  const counts = Array.from({ length: bars }, () => 0);
  for (const number of numbers) {
    const bar = Math.min(bars - 1, Math.floor(((number - low) / (high - low)) * bars));
    counts[bar]! += 1;
  }
  return { low, high, counts };
};

/** Those that begin with the text first, then those with a word that does, then the others; the most frequent first. */
const rankOf = (value: string, text: string): number => {
  const folded = value.toLowerCase();
  if (text === "" || folded.startsWith(text)) return 0;
  const at = folded.indexOf(text);
  if (at < 0) return 3;
  return /[\s\-/(]/.test(folded[at - 1] ?? "") ? 1 : 2;
};

/** Counts the values of all fields, or only of one. */
export const createValueTally = (only?: string): ValueTally => {
  const fields = new Map<string, FieldTally>();
  let products = 0;

  const fieldAt = (name: string): FieldTally => {
    const known = fields.get(name);
    if (known) return known;
    const made: FieldTally = { values: new Map(), numbers: [], seen: new Map() };
    fields.set(name, made);
    return made;
  };
  const count = (name: string, value: unknown): void => {
    const text = toText(value)?.trim();
    if (text === undefined || text === "" || text.length > longestText) return;
    const { values, numbers, seen } = fieldAt(name);
    const number = Number(text);
    if (Number.isFinite(number) && numbers.length < mostNumbers) numbers.push(number);
    if (seen.get(text) === products) return;
    if (!values.has(text) && values.size > mostValues) return;
    seen.set(text, products);
    values.set(text, (values.get(text) ?? 0) + 1);
  };
  const walk = (name: string, value: unknown, depth: number): void => {
    const isWanted = only === undefined || name === only;
    if (Array.isArray(value)) {
      if (!isWanted) return;
      for (const item of value) {
        const named = isRecord(item) ? nameOf(item) : undefined;
        count(name, named ?? item);
        if (named !== undefined && isRecord(item) && "value" in item)
          count(entryKey(name, named), item["value"]);
      }
    } else if (isRecord(value)) {
      const named = nameOf(value);
      if (named !== undefined && isWanted) count(name, named);
      if (depth > 2 || (only !== undefined && !`${only}.`.startsWith(`${name}.`))) return;
      for (const [key, inner] of Object.entries(value)) walk(`${name}.${key}`, inner, depth + 1);
    } else if (isWanted) count(name, value);
  };

  return {
    add: (objects) => {
      products += 1;
      for (const [handle, data] of Object.entries(objects))
        for (const element of Array.isArray(data) ? data : [data]) walk(handle, element, 0);
    },
    find: (field, entry, typed) => {
      const found = fields.get(entry === null ? field : entryKey(field, entry));
      const text = typed.trim().toLowerCase();
      // Of too many values, which ones were counted is chance.
      const isTooMany = found !== undefined && found.values.size > mostValues;
      const all = found && !isTooMany ? [...found.values] : [];
      const values = all
        .map(([value, times]) => ({ value, count: times, rank: rankOf(value, text) }))
        .filter(({ rank }) => rank < 3)
        .toSorted((one, other) => one.rank - other.rank || other.count - one.count)
        .slice(0, answered)
        .map(({ value, count: times }) => ({ value, count: times }));
      if (found?.spread === undefined && found) found.spread = spreadOf(found.numbers);
      return { products, values, isTooMany, numbers: found?.spread ?? null };
    },
  };
};
