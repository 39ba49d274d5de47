import type { ColorName } from "./colors.ts";

/** An option in which the variants of a product differ. */
export interface LeafOption {
  name: string;
  values: readonly string[];
}

/** A property of a product besides its options: a row of the specification table and an attribute. */
interface LeafFact {
  name: string;
  values: readonly string[];
}

/** The lowest and the highest value. */
export type Range = readonly [low: number, high: number];

/** A leaf of the category tree and the words, prices and sizes of its products. */
export interface Leaf {
  name: string;
  /** The leaf's name in image addresses; also names its drawing. */
  slug: string;
  brands: readonly string[];
  /** Model names. */
  lines: readonly string[];
  nouns: readonly string[];
  materials: readonly string[];
  options: readonly LeafOption[];
  /** Money in US dollars. */
  price: Range;
  /** Pounds, or ounces for small goods. */
  weight: Range;
  weightUnit: "pound" | "ounce";
  /** Length, width and height in inches. */
  size: readonly [Range, Range, Range];
  facts: readonly LeafFact[];
  /** Sentences of the description; `{brand}`, `{line}`, `{noun}` and `{material}` are filled in. */
  about: readonly string[];
  features: readonly string[];
  /** The colors of goods without a color option. */
  colors: readonly ColorName[];
  /** Goods that are sold through a licensed dealer (api 2.10). */
  licensed: boolean;
}

export interface Section {
  name: string;
  /** Closing sentences on care, use and warranty. */
  care: readonly string[];
  leaves: readonly Leaf[];
}

export interface Department {
  name: string;
  sections: readonly Section[];
}

/** A leaf in text form: `a | b | c` for lists, `Name = a, b | Name = c, d` for named ones, one sentence a line. */
export interface LeafWords {
  brands: string;
  lines: string;
  nouns: string;
  materials: string;
  options?: string;
  price: Range;
  weight: Range;
  weightUnit?: "pound" | "ounce";
  size: readonly [Range, Range, Range];
  facts: string;
  about: string;
  features: string;
  colors?: readonly ColorName[];
  licensed?: true;
}

const items = (words: string, separator = "|"): string[] =>
  words
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== "");

const named = (words: string): { name: string; values: string[] }[] =>
  items(words).map((entry) => {
    const at = entry.indexOf("=");
    return { name: entry.slice(0, at).trim(), values: items(entry.slice(at + 1), ",") };
  });

/** A name in the format of an address: `Chef's Knives` is `chefs-knives`. */
export const toSlug = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036F'’]/g, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

export const leaf = (name: string, words: LeafWords): Leaf => ({
  name,
  slug: toSlug(name),
  brands: items(words.brands),
  lines: items(words.lines),
  nouns: items(words.nouns),
  materials: items(words.materials),
  options: named(words.options ?? ""),
  price: words.price,
  weight: words.weight,
  weightUnit: words.weightUnit ?? "pound",
  size: words.size,
  facts: named(words.facts),
  about: items(words.about, "\n"),
  features: items(words.features, "\n"),
  colors: words.colors ?? ["Graphite"],
  licensed: words.licensed ?? false,
});

export const section = (name: string, care: string, leaves: readonly Leaf[]): Section => ({
  name,
  care: items(care, "\n"),
  leaves,
});
