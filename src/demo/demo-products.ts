import type { ResellerProductParent } from "#contract/products.ts";
import { createShelves, type Shelf } from "./demo-categories.ts";
import { brandCode } from "./demo-codes.ts";
import { listPictures } from "./demo-images.ts";
import { combineOptions, pickOptions, type Choice } from "./demo-options.ts";
import { day, iso, span } from "./demo-time.ts";
import { demoVariant, type ProductBase } from "./demo-variants.ts";
import { describeProduct, type ProductWords, type Specification } from "./describe-product.ts";
import type { Ids } from "./ids.ts";
import type { Random } from "./random.ts";
import type { ColorName } from "./vocabulary/colors.ts";
import type { Leaf, Range } from "./vocabulary/leaf.ts";

/** A generated product parent with its variants. */
type DemoParent = ReturnType<typeof demoParent>;

/** A product with its shelf: orders and returns use its variants. */
export interface DemoProduct {
  parent: DemoParent;
  shelf: Shelf;
}

/** Low values are more frequent than high ones, as prices are. */
const skewed = (random: Random, [low, high]: Range): number => low * (high / low) ** random.next();

const between = (random: Random, [low, high]: Range): number => low + (high - low) * random.next();

/** How often each set of words was used: a repeated one becomes the next generation, `Halden 2`. */
type Used = Map<string, number>;

const pickWords = (random: Random, leaf: Leaf, used: Used): ProductWords => {
  const draw = (): ProductWords => ({
    brand: random.pick(leaf.brands),
    line: random.pick(leaf.lines),
    noun: random.pick(leaf.nouns),
    material: random.pick(leaf.materials),
  });
  const key = ({ brand, line, noun, material }: ProductWords) =>
    `${brand}|${line}|${noun}|${material}`;
  let words = draw();
  for (let tries = 0; tries < 4 && used.has(key(words)); tries += 1) words = draw();
  const times = (used.get(key(words)) ?? 0) + 1;
  used.set(key(words), times);
  return times === 1 ? words : { ...words, line: `${words.line} ${times}` };
};

const createSpecifications = (random: Random, leaf: Leaf, words: ProductWords): Specification[] => [
  { name: "Material", value: words.material },
  ...leaf.facts
    .map(({ name, values }) => ({ name, value: random.pick(values) }))
    .filter(({ value }) => value !== "Not applicable"),
];

/** Products were created over the whole span; most were updated since, many of them recently. */
const createDates = (random: Random, now: number) => {
  const insertedAt = now - span + random.next() * (span - 2 * day);
  const age = now - insertedAt;
  return { insertedAt, updatedAt: insertedAt + age * (1 - random.next() ** 2 * 0.98) };
};

const createBase = (
  random: Random,
  ids: Ids,
  shelf: Shelf,
  channelId: number,
  brand: string,
  now: number,
): ProductBase => {
  const { leaf } = shelf;
  const parentId = ids.next("parent");
  const [length, width, height] = leaf.size;
  return {
    parentId,
    channelId,
    sku: `${leaf.slug.slice(0, 3).toUpperCase()}-${brandCode(brand)}-${String(10_000 + parentId)}`,
    brand,
    leaf,
    options: [],
    price: skewed(random, leaf.price) * 100,
    below: random.pick([1, 5, 5, 100]) % 100,
    weight: skewed(random, leaf.weight),
    size: [between(random, length), between(random, width), between(random, height)],
    metric: random.chance(0.07),
    hasMap: random.chance(0.7),
    hasPictures: random.chance(0.96),
    ...createDates(random, now),
  };
};

const parentPictures = (base: ProductBase, choices: readonly Choice[]) => {
  if (!base.hasPictures) return [];
  const colors = [...new Set<ColorName>(choices.map((choice) => choice.color))];
  return colors
    .flatMap((color, index) => listPictures(base.leaf, color, index === 0 ? 4 : 1))
    .slice(0, 6);
};

const demoParent = (
  random: Random,
  ids: Ids,
  shelf: Shelf,
  channelId: number,
  used: Used,
  now: number,
) => {
  const words = pickWords(random, shelf.leaf, used);
  const plain = createBase(random, ids, shelf, channelId, words.brand, now);
  const id = plain.parentId;
  const offered = pickOptions(random, shelf.leaf);
  const options = offered.map(({ name }) => ({
    id: ids.next("parentOption"),
    reseller_product_parent_id: id,
    name,
  }));
  const base: ProductBase = { ...plain, options };
  const choices = combineOptions(random, shelf.leaf, offered);
  const specifications = createSpecifications(random, shelf.leaf, words);
  const title = `${words.brand} ${words.line} ${words.noun}, ${words.material}`;
  return {
    id,
    account_id: 1,
    channel_id: channelId,
    sku: base.sku,
    title,
    description: describeProduct(random, shelf.section, shelf.leaf, words, specifications),
    brand: random.chance(0.98) ? words.brand : null,
    inserted_at: iso(base.insertedAt),
    updated_at: iso(base.updatedAt),
    images: parentPictures(base, choices).map((picture, index) => ({
      id: ids.next("parentImage"),
      reseller_product_parent_id: id,
      ...picture,
      sort_order: index + 1,
    })),
    options,
    attributes: specifications.map((specification) => ({
      id: ids.next("parentAttribute"),
      reseller_product_parent_id: id,
      ...specification,
    })),
    ...shelf.categories,
    variants: choices.map((choice) => demoVariant(random, ids, base, choice, title)),
  } satisfies ResellerProductParent;
};

/** Each reseller channel's share of the products. */
export type ChannelShares = readonly { channelId: number; share: number }[];

/** Generates `count` products on the shelves of the reseller channels one by one, so that memory holds only one. */
export function* demoProducts(
  random: Random,
  ids: Ids,
  channels: ChannelShares,
  count: number,
  now: number,
): Generator<DemoProduct> {
  const used: Used = new Map();
  const stores = channels.map(({ channelId, share }) => ({
    channelId,
    share,
    shelves: createShelves(ids, channelId, now - span),
  }));
  const shares = Object.fromEntries(stores.map(({ share }, index) => [String(index), share]));
  for (let made = 0; made < count; made += 1) {
    const store = stores[Number(random.weighted(shares))];
    if (store === undefined) return;
    const shelf = random.pick(store.shelves);
    yield { parent: demoParent(random, ids, shelf, store.channelId, used, now), shelf };
  }
}
