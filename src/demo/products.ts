import type {
  ResellerCategory,
  ResellerProductParent,
  ResellerProductVariant,
} from "#contract/products.ts";
import tree from "./data/goods.json" with { type: "json" };
import { type ColorName, imageChecksum, imagePath, imageViews, isColor } from "./demo-image.ts";
import {
  day,
  dollars,
  type Ids,
  iso,
  type Random,
  remembered,
  span,
  twoDecimals,
} from "./values.ts";

/** One variant's choices: a value for each option of its product. */
interface Choice {
  values: readonly string[];
  color: ColorName;
  /** Its size rank above the smallest: 0, 1, 2 … */
  step: number;
}

/** The common data of all variants of one product. */
interface ProductBase {
  parentId: number;
  channelId: number;
  sku: string;
  brand: string;
  weightUnit: "pound" | "ounce";
  options: readonly { id: number; name: string }[];
  /** Cents of the smallest variant. */
  price: number;
  /** Cents below the whole dollar at which this brand's prices end. */
  below: number;
  weight: number;
  /** Length, width and height. */
  size: readonly number[];
  metric: boolean;
  hasMap: boolean;
  /** The pictures in one color. */
  pictures: (color: ColorName) => { url: string; md5_checksum: string }[];
  insertedAt: number;
  updatedAt: number;
}

/** The part of a SKU for the choice: `Matte Black`, `12 in` is `MAB-12IN`. */
const skuPart = remembered((value) =>
  value
    .normalize("NFD")
    .replaceAll(/[^A-Za-z0-9. ]/g, "")
    .split(" ")
    .filter((word) => word !== "")
    .map((word, index, words) =>
      words.length === 1 || /\d/.test(word) ? word.slice(0, 5) : word.slice(0, index === 0 ? 2 : 1),
    )
    .join("")
    .replaceAll(".", "")
    .toUpperCase(),
);

/** `Åsen & Dal` is `ASD`, `Lumenhof` is `LUM`: the prefix of a brand's part numbers. */
const brandCode = remembered((brand) => {
  const [first = "GEN", second = ""] = brand
    .normalize("NFD")
    .replaceAll("Ø", "O")
    .replaceAll("ø", "o")
    .replaceAll(/[^A-Za-z ]/g, "")
    .toUpperCase()
    .split(" ")
    .filter((word) => word !== "");
  return (first.slice(0, second === "" ? 3 : 2) + second.slice(0, 1)).padEnd(3, "X");
});

const hash = remembered((text) => {
  let value = 7;
  for (const char of text) value = (value * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return value;
});

/** The GS1 check digit of a number without it: weights 3 and 1 from the right. */
const checkDigit = (digits: string): number => {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    sum += (digits.charCodeAt(digits.length - 1 - place) - 48) * (place % 2 === 0 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
};

/** A brand's own company prefix (six digits), then the item's number: unique while serials stay below 100,000 a brand. */
const createUpc = (brand: string, serial: number): string => {
  const prefix = 600_000 + ((hash(brand) + Math.floor(serial / 100_000) * 7919) % 260_000);
  const digits = `${prefix}${String(serial % 100_000).padStart(5, "0")}`;
  return `${digits}${checkDigit(digits)}`;
};

const letters = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** The product codes of a variant; `serial` makes them unique. */
const createCodes = (random: Random, brand: string, serial: number) => {
  const code = (length: number) => {
    let text = "";
    while (text.length < length) text += letters[random.int(0, letters.length - 1)];
    return text;
  };
  const upc = random.chance(0.94) ? createUpc(brand, serial) : null;
  return {
    mpn: random.chance(0.97)
      ? `${brandCode(brand)}-${String(serial).padStart(5, "0")}${code(1)}`
      : null,
    upc,
    ean: upc !== null && random.chance(0.4) ? `0${upc}` : null,
    asin: random.chance(0.55) ? `B0${code(8)}` : null,
  };
};

/** A retail price near `cents`: whole dollars, or just below them. */
const shelfPrice = (cents: number, below: number): number =>
  Math.max(100, Math.ceil(cents / 100) * 100) - below;

const createPrices = (
  random: Random,
  { price: plain, below, hasMap }: ProductBase,
  step: number,
) => {
  const price = shelfPrice(plain * (1 + 0.22 * step), below);
  const belowMap = random.chance(0.03);
  const map = hasMap
    ? shelfPrice(price * (belowMap ? 1.06 : random.between(0.86, 0.96)), below)
    : null;
  const sale = random.chance(0.15) ? shelfPrice(price * random.between(0.76, 0.91), below) : price;
  const msrp = random.chance(0.93) ? shelfPrice(price * random.between(1.06, 1.3), 1) : null;
  return {
    price: dollars(price),
    sale_price: sale < price ? dollars(sale) : null,
    msrp: msrp === null ? null : dollars(msrp),
    map: map === null ? null : dollars(belowMap ? map : Math.min(map, price)),
  };
};

const metricUnits = {
  pound: { unit: "kilogram", factor: 0.453592 },
  ounce: { unit: "gram", factor: 28.3495 },
} as const;

const createMeasures = (random: Random, base: ProductBase, step: number) => {
  const { unit, factor } = base.metric
    ? metricUnits[base.weightUnit]
    : { unit: base.weightUnit, factor: 1 };
  const edges = base.size.map((edge) =>
    twoDecimals(edge * (1 + 0.06 * step) * (base.metric ? 2.54 : 1)),
  );
  const weighed = random.chance(0.97);
  const measured = random.chance(0.95);
  const [length = null, width = null, height = null] = measured ? edges : [];
  // The USPS formula: cubic inches by 166, in pounds (api 2.3).
  const volume = edges.reduce((product, edge) => product * edge) / (base.metric ? 2.54 ** 3 : 1);
  return {
    weight: weighed ? twoDecimals(base.weight * (1 + 0.16 * step) * factor) : null,
    length,
    width,
    height,
    weight_unit: weighed ? unit : null,
    dimension_unit: measured ? (base.metric ? ("centimeter" as const) : ("inch" as const)) : null,
    dimensional_weight: measured ? twoDecimals(volume / 166) : null,
  };
};

/** Most goods have some stock, a few a lot, one in nine none. */
const pickStock = (random: Random): number =>
  random.chance(0.11) ? 0 : Math.ceil(-Math.log(1 - random.next()) * 55);

/** One variant of a product: the item that a customer buys (api 2.3). */
const demoVariant = (
  random: Random,
  ids: Ids,
  base: ProductBase,
  choice: Choice,
  title: string,
) => {
  const id = ids.next("variant");
  const updatedAt = random.between(base.insertedAt, base.updatedAt);
  const pounds = base.weightUnit === "pound" ? base.weight : base.weight / 16;
  return {
    id,
    account_id: 1,
    channel_id: base.channelId,
    reseller_product_parent_id: base.parentId,
    sku: [base.sku, ...choice.values.map(skuPart)].join("-"),
    ...createPrices(random, base, choice.step),
    estimated_shipping_cost: random.chance(0.6) ? dollars(Math.round(495 + pounds * 62)) : null,
    estimated_dropship_fee: random.chance(0.25) ? random.pick([1.5, 2, 2.5, 3.75]) : null,
    title: [title, ...choice.values].join(", "),
    ...createCodes(random, base.brand, id),
    ...createMeasures(random, base, choice.step),
    quantity: pickStock(random),
    inserted_at: iso(base.insertedAt),
    updated_at: iso(updatedAt),
    option_values: base.options.map((option, index) => ({
      id: ids.next("variantOptionValue"),
      reseller_product_parent_option_id: option.id,
      name: option.name,
      value: choice.values[index] ?? "",
    })),
    images: base
      .pictures(choice.color)
      .slice(0, 2)
      .map((picture, index) => ({
        id: ids.next("variantImage"),
        reseller_product_variant_id: id,
        ...picture,
        sort_order: index + 1,
      })),
    parent: null,
    description: null,
    category_one: null,
    category_two: null,
    category_three: null,
  } satisfies ResellerProductVariant;
};

/** The lowest and the highest value. */
type Range = readonly [low: number, high: number];

/** Names with their possible values. */
type Choices = Readonly<Record<string, readonly string[]>>;

/** A leaf of the category tree and the words, prices and sizes of its products. */
interface Leaf {
  name: string;
  /** The leaf's name in image addresses; also names its drawing. */
  slug: string;
  /** Goods that are sold through a licensed dealer (api 2.10). */
  licensed: boolean;
  /** US dollars. */
  price: Range;
  weight: Range;
  /** Small goods are weighed in ounces. */
  weightUnit: "pound" | "ounce";
  /** Length, width and height in inches. */
  size: readonly [Range, Range, Range];
  /** The colors of goods without a color option. */
  colors: readonly ColorName[];
  brands: readonly string[];
  /** Model names. */
  lines: readonly string[];
  nouns: readonly string[];
  materials: readonly string[];
  /** Options in which the variants of a product differ. */
  options: Choices;
  /** Other properties: rows of the specification table and attributes. */
  facts: Choices;
  /** Sentences of the description; `{brand}`, `{line}`, `{noun}` and `{material}` are filled in. */
  about: readonly string[];
  features: readonly string[];
}

interface Section {
  name: string;
  /** Closing sentences on care, use and warranty. */
  care: readonly string[];
  leaves: readonly Leaf[];
}

interface Department {
  name: string;
  sections: readonly Section[];
}

/** The whole category tree: department, section, leaf. */
export const departments = tree as unknown as readonly Department[];

/** A leaf with its position in the tree of one channel. */
interface Shelf {
  section: Section;
  leaf: Leaf;
  department: string;
  categories: Record<"category_one" | "category_two" | "category_three", ResellerCategory>;
}

/** The category tree of one reseller channel: each has its own categories (api 2.2). */
const createShelves = (ids: Ids, channelId: number, insertedAt: number): Shelf[] => {
  const category = (name: string, parentId: number | null): ResellerCategory & { id: number } => ({
    id: ids.next("category"),
    parent_category_id: parentId,
    channel_id: channelId,
    name,
    inserted_at: iso(insertedAt),
    updated_at: iso(insertedAt),
  });
  return departments.flatMap((department) => {
    const category_one = category(department.name, null);
    return department.sections.flatMap((section) => {
      const category_two = category(section.name, category_one.id);
      return section.leaves.map((leaf) => {
        const category_three = category(leaf.name, category_two.id);
        const categories = { category_one, category_two, category_three };
        return { section, leaf, department: department.name, categories };
      });
    });
  });
};

/** The name and materials of a product. */
interface ProductWords {
  brand: string;
  line: string;
  noun: string;
  material: string;
}

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

/** A row of the specification table; also an attribute of the product. */
interface Specification {
  name: string;
  value: string;
}

/** Words that keep their capital inside a sentence. */
const properNouns = new Set(
  "Baltic Damascus French Turkish Supima Cordura Richlite Cerakote Micarta Clarino Hinoki White-Paper Oxygen-Free".split(
    " ",
  ),
);

/** `Spun Aluminum` is `spun aluminum` inside a sentence; `VG-10 Steel` is `VG-10 steel`. */
const inSentence = remembered((words: string): string =>
  words
    .split(" ")
    .map((word) =>
      /^[A-Z\u00C0-\u00DE][a-zà-ÿ]/.test(word) && !properNouns.has(word)
        ? word.toLowerCase()
        : word,
    )
    .join(" "),
);

const escapeHtml = (text: string): string =>
  /[&<>]/.test(text)
    ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    : text;

const capitalized = (sentence: string): string =>
  sentence.charAt(0).toUpperCase() + sentence.slice(1);

const filled = (sentence: string, words: ProductWords): string =>
  capitalized(
    sentence
      .replaceAll("{brand}", words.brand)
      .replaceAll("{line}", words.line)
      .replaceAll("{noun}", inSentence(words.noun))
      .replaceAll("{material}", inSentence(words.material)),
  );

const asHtml = (
  about: string[],
  features: string[],
  specifications: readonly Specification[],
  care: string,
): string => {
  const opening = `<p>${about.slice(0, 2).join(" ")}</p>`;
  const more = about.length > 2 ? `<p>${about.slice(2).join(" ")}</p>` : "";
  const points = features.map((feature) => `<li>${feature}</li>`).join("");
  const rows = specifications
    .map(({ name, value }) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
    .join("");
  return `${opening}${more}<ul>${points}</ul><h3>Specifications</h3><table><tbody>${rows}</tbody></table><p><em>${care}</em></p>`;
};

/** Older goods have descriptions without markup: one paragraph, or lines separated by `<br>`. */
const asPlainText = (random: Random, about: string[], features: string[]): string =>
  random.chance(0.5)
    ? about.join(" ")
    : [...about, "", ...features.map((feature) => `- ${feature}`)].join("<br>");

/** A product's description: sentences of its leaf with its own words filled in; a few goods have none. */
const describeProduct = (
  random: Random,
  section: Section,
  leaf: Leaf,
  words: ProductWords,
  specifications: readonly Specification[],
): string | null => {
  if (random.chance(0.015)) return null;
  const about = random
    .some(leaf.about, random.int(3, 4))
    .map((sentence) => escapeHtml(filled(sentence, words)));
  const features = random.some(leaf.features, random.int(3, 5)).map(escapeHtml);
  if (random.chance(0.06)) return asPlainText(random, about, features);
  return asHtml(about, features, specifications, escapeHtml(random.pick(section.care)));
};

const createSpecifications = (random: Random, leaf: Leaf, words: ProductWords): Specification[] => [
  { name: "Material", value: words.material },
  ...Object.entries(leaf.facts)
    .map(([name, values]) => ({ name, value: random.pick(values) }))
    .filter(({ value }) => value !== "Not applicable"),
];

/** Options whose later values are larger and more expensive. Clothes cost the same in every size. */
const growing = /^(Diameter|Size|Length|Capacity|Height|Set|Magnification|Width|Head)$/;
const clothesSize = /^(XS|S|M|L|XL|XXL|Short|Regular|Long)$/;

type Option = readonly [name: string, values: readonly string[]];

const grows = ([name, values]: Option): boolean =>
  growing.test(name) && !values.some((value) => clothesSize.test(value));

/** The options of a product: two to four values of each, in their order. */
const pickOptions = (random: Random, leaf: Leaf): Option[] =>
  random.chance(0.12)
    ? []
    : Object.entries(leaf.options).map(([name, values]) => [
        name,
        random.some(values, random.int(2, 4)),
      ]);

/** The largest number of variants of one product. */
const mostVariants = 12;

/** Every combination of the options once; one plain variant when there are none. */
const combineOptions = (random: Random, leaf: Leaf, options: readonly Option[]): Choice[] => {
  const color = Object.values(leaf.options).flat().find(isColor) ?? random.pick(leaf.colors);
  const plain: Choice = { values: [], color, step: 0 };
  return options
    .reduce(
      (choices, option) =>
        choices.flatMap((choice) =>
          option[1].map((value, index) => ({
            values: [...choice.values, value],
            color: isColor(value) ? value : choice.color,
            step: choice.step + (grows(option) ? index : 0),
          })),
        ),
      [plain],
    )
    .slice(0, mostVariants);
};

/** The pictures of a leaf in one color, the plain one first. Pictures repeat, so each is drawn and hashed once. */
const picturesOf = remembered((slug) =>
  remembered((color) =>
    imageViews.map((view) => {
      const url = imagePath(slug, color as ColorName, view);
      return { url, md5_checksum: imageChecksum(url) };
    }),
  ),
);

/** Products were created over the whole span; most were updated since, many of them recently. */
const createDates = (random: Random, now: number) => {
  const insertedAt = now - span + random.next() * (span - 2 * day);
  const age = now - insertedAt;
  return { insertedAt, updatedAt: insertedAt + age * (1 - random.next() ** 2 * 0.98) };
};

/** Low values are more frequent than high ones, as prices are. */
const skewed = (random: Random, [low, high]: Leaf["price"]): number =>
  low * (high / low) ** random.next();

const createBase = (random: Random, ids: Ids, leaf: Leaf, channelId: number, brand: string) => {
  const parentId = ids.next("parent");
  const [length, width, height] = leaf.size;
  return {
    parentId,
    channelId,
    sku: `${leaf.slug.slice(0, 3).toUpperCase()}-${brandCode(brand)}-${String(10_000 + parentId)}`,
    brand,
    weightUnit: leaf.weightUnit,
    price: skewed(random, leaf.price) * 100,
    below: random.pick([1, 5, 5, 100]) % 100,
    weight: skewed(random, leaf.weight),
    size: [random.between(...length), random.between(...width), random.between(...height)],
    metric: random.chance(0.07),
    hasMap: random.chance(0.7),
    pictures: random.chance(0.96) ? picturesOf(leaf.slug) : () => [],
  } satisfies Partial<ProductBase>;
};

const demoParent = (
  random: Random,
  ids: Ids,
  { leaf, section, categories }: Shelf,
  channelId: number,
  used: Used,
  now: number,
) => {
  const words = pickWords(random, leaf, used);
  const plain = createBase(random, ids, leaf, channelId, words.brand);
  const { parentId, sku, pictures } = plain;
  const dates = createDates(random, now);
  const offered = pickOptions(random, leaf);
  const options = offered.map(([name]) => ({
    id: ids.next("parentOption"),
    reseller_product_parent_id: parentId,
    name,
  }));
  const base: ProductBase = { ...plain, ...dates, options };
  const choices = combineOptions(random, leaf, offered);
  const colors = [...new Set(choices.map(({ color }) => color))];
  const specifications = createSpecifications(random, leaf, words);
  const title = `${words.brand} ${words.line} ${words.noun}, ${words.material}`;
  return {
    id: parentId,
    account_id: 1,
    channel_id: channelId,
    sku,
    title,
    description: describeProduct(random, section, leaf, words, specifications),
    brand: random.chance(0.98) ? words.brand : null,
    inserted_at: iso(dates.insertedAt),
    updated_at: iso(dates.updatedAt),
    images: colors
      .flatMap((color, index) => pictures(color).slice(0, index === 0 ? 4 : 1))
      .slice(0, 6)
      .map((picture, index) => ({
        id: ids.next("parentImage"),
        reseller_product_parent_id: parentId,
        ...picture,
        sort_order: index + 1,
      })),
    options,
    attributes: specifications.map((specification) => ({
      id: ids.next("parentAttribute"),
      reseller_product_parent_id: parentId,
      ...specification,
    })),
    ...categories,
    variants: choices.map((choice) => demoVariant(random, ids, base, choice, title)),
  } satisfies ResellerProductParent;
};

/** A product parent with its variants and its shelf: orders and returns use them. */
export interface DemoProduct {
  parent: ReturnType<typeof demoParent>;
  shelf: Shelf;
}

/** Generates `count` products on the shelves of the reseller channels one by one, so that memory holds only one. */
export function* demoProducts(
  random: Random,
  ids: Ids,
  channels: readonly { channelId: number; share: number }[],
  count: number,
  now: number,
): Generator<DemoProduct> {
  const used: Used = new Map();
  const stores = channels.map(({ channelId }) => ({
    channelId,
    shelves: createShelves(ids, channelId, now - span),
  }));
  const shares = Object.fromEntries(channels.map(({ share }, index) => [String(index), share]));
  for (let made = 0; made < count; made += 1) {
    const store = stores[Number(random.weighted(shares))];
    if (store === undefined) return;
    const shelf = random.pick(store.shelves);
    yield { parent: demoParent(random, ids, shelf, store.channelId, used, now), shelf };
  }
}
