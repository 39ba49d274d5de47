import fc from "fast-check";
import { ResellerProductParent } from "#contract/products.ts";
import { readAnswer } from "#contract/read.ts";
import { effectivePrice, isBelowMap } from "#catalog/read-product.ts";
import { foldWords, toFoldedWords } from "#catalog/fold-words.ts";
import { everyProduct, type ProductQuery } from "#contract/catalog.ts";

declare const structuredClone: <T>(value: T) => T;

/** As a database stores it. */
export const cloneValue = <T>(value: T): T => structuredClone(value);

/** Creates a product in the API's format with a test's fields. */
export const testProduct = (fields: object): ResellerProductParent => {
  const { variants = [], ...own } = fields as { variants?: object[] };
  return readAnswer(ResellerProductParent, {
    account_id: 1,
    channel_id: 1,
    sku: "A",
    ...own,
    variants: variants.map((variant) => {
      return { channel_id: 1, reseller_product_parent_id: 1, sku: "A-1", ...variant };
    }),
  }).value;
};

export const createQuery = (fields: Partial<ProductQuery>): ProductQuery => {
  return { ...everyProduct, ...fields };
};

/** Words that share letters, and texts that look like a pattern, another script or nothing. */
const words = [
  ..."steel steal skillet skillets cast iron pan Crêpe crepe 12 12in 8 a b ab AB-1 AB-12 B-1".split(
    " ",
  ),
  ..."岩鉄 Ø Straße İ ﬁx e\u0301 .* [a-z] \\ ( $ ^ | 🍳 👨‍👩‍👧 مقلاة é/è 1/2 ½ ' \" % _ \u0000".split(
    " ",
  ),
];
const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
);
const phrase = fc.array(word, { maxLength: 5 }).map((some) => some.join(" "));
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 4 });
const code = maybe(
  fc.oneof(
    word,
    fc.stringMatching(/^[AB][-12]{0,5}$/),
    fc.tuple(word, word).map(([one, other]) => `${one}-${other}`),
  ),
);
const amount = maybe(fc.integer({ min: 0, max: 30_000 }).map((cents) => cents / 100));
const moment = maybe(
  fc.integer({ min: 0, max: 40 }).map((days) => new Date(1.7e12 + days * 864e5).toISOString()),
);
const shelf = (id: number) => ({ id, name: `Shelf ${id}` });
const shelves = fc.constantFrom(
  {},
  { category_one: shelf(1) },
  { category_one: shelf(1), category_two: shelf(4) },
  { category_one: shelf(2), category_two: shelf(3), category_three: shelf(5) },
);

const variant = fc.record({
  sku: code.map((text) => text ?? "V"),
  mpn: code,
  upc: code,
  ean: code,
  asin: code,
  title: maybe(phrase),
  price: amount,
  sale_price: amount,
  map: amount,
  quantity: maybe(fc.integer({ min: -2, max: 5 })),
  length: amount,
  width: amount,
  height: amount,
  option_values: fc.array(fc.record({ name: phrase, value: phrase }), { maxLength: 2 }),
});

/** Products with few distinct ids, so that they replace each other. */
export const anyProduct = fc
  .record({
    id: fc.integer({ min: 1, max: 30 }),
    sku: code.map((text) => text ?? "P"),
    title: maybe(phrase),
    description: maybe(phrase),
    brand: maybe(fc.constantFrom("Åsen", "ACME", "Acme", "岩鉄", " ")),
    updated_at: moment,
    inserted_at: moment,
    images: fc.constantFrom([], [{ url: "https://example.test/one.png" }]),
    attributes: fc.array(fc.record({ name: phrase, value: maybe(phrase) }), { maxLength: 2 }),
    shelves,
    variants: fc.array(variant, { maxLength: 3 }),
  })
  .map(({ shelves: categories, ...product }) => testProduct({ ...product, ...categories }));

/** Typed texts: words, parts of words, and texts without matches. */
export const anyText = fc
  .array(
    fc.oneof(
      word,
      fc.tuple(word, fc.nat(3), fc.nat(6)).map(([text, from, to]) => text.slice(from, to)),
    ),
    { maxLength: 3 },
  )
  .map((some) => some.join(" "));

const listTexts = (product: ResellerProductParent): string[] =>
  [
    product.sku,
    product.title,
    product.brand,
    ...product.attributes.flatMap(({ name, value }) => [name, value]),
    ...product.options.map(({ name }) => name),
    ...product.variants.flatMap((one) => [
      one.sku,
      one.mpn,
      one.upc,
      one.ean,
      one.asin,
      one.title,
      ...one.option_values.flatMap(({ name, value }) => [name, value]),
    ]),
  ].map((text) => foldWords(text ?? ""));

const matchesUnits = (
  { variants }: ResellerProductParent,
  { units: { from, to } }: ProductQuery,
) => {
  if (from === null && to === null) return true;
  const known = variants.flatMap(({ quantity }) => (typeof quantity === "number" ? quantity : []));
  const all = known.reduce((sum, one) => sum + one, 0);
  return known.length > 0 && all >= (from ?? -Infinity) && all <= (to ?? Infinity);
};

/** Whether a product matches, by a direct comparison of all its data: the reference for the index. */
export const matchesDirectly = (product: ResellerProductParent, query: ProductQuery): boolean => {
  const texts = listTexts(product);
  const { from, to } = query.price;
  const categories = [product.category_one, product.category_two, product.category_three];
  const { changedSince: since, changedBefore: before } = query;
  const changed = Date.parse(product.updated_at ?? "");
  return (
    toFoldedWords(query.text).every((one) => texts.some((text) => text.includes(one))) &&
    (query.brands.length === 0 || query.brands.includes(product.brand ?? "")) &&
    (query.categories.length === 0 ||
      categories.some((one) => one && query.categories.includes(String(one.id)))) &&
    ((from === null && to === null) ||
      product.variants.some((one) => {
        const price = effectivePrice(one) ?? Number.NaN;
        return price >= (from ?? -Infinity) && price <= (to ?? Infinity);
      })) &&
    matchesUnits(product, query) &&
    (!query.belowMap || product.variants.some(isBelowMap)) &&
    (since === null || changed >= Date.parse(since)) &&
    (before === null || changed < Date.parse(before))
  );
};
