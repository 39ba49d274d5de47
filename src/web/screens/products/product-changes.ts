import type { ResellerProductParent, ResellerProductVariant } from "#contract/products.ts";
import { formatMoney, formatQuantity } from "#web/base/format.ts";
import { selectFieldFormat } from "#web/kit/field-format.ts";
import { variantName } from "./product-words.ts";

/** One difference between two versions of a product. `null` on a side: the value did not exist. */
export interface ProductChange {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Plain = string | number | boolean | null | undefined;
type Fields = Readonly<Record<string, unknown>>;

const parentFields: Readonly<Record<string, string>> = {
  title: "Title",
  sku: "SKU",
  brand: "Brand",
  description: "Description",
};

const variantFields: Readonly<Record<string, string>> = {
  title: "Title",
  sku: "SKU",
  price: "Price",
  sale_price: "Sale price",
  msrp: "MSRP",
  map: "MAP",
  quantity: "Stock",
  mpn: "MPN",
  upc: "UPC",
  ean: "EAN",
  asin: "ASIN",
  weight: "Weight",
  weight_unit: "Weight unit",
  length: "Length",
  width: "Width",
  height: "Height",
  dimension_unit: "Dimension unit",
  dimensional_weight: "Dimensional weight",
  estimated_shipping_cost: "Estimated shipping cost",
  estimated_dropship_fee: "Estimated dropship fee",
  description: "Description",
};

const text = (value: unknown): string | null =>
  value === null || value === undefined || value === "" ? null : String(value as Plain);

const write = (name: string, value: unknown): string | null => {
  if (typeof value !== "number") return text(value);
  const format = selectFieldFormat(name, value);
  if (format === "money") return formatMoney(value);
  return format === "number" ? formatQuantity(value) : text(value);
};

const differing = (
  names: Readonly<Record<string, string>>,
  of: string,
  before: Fields,
  after: Fields,
): ProductChange[] =>
  Object.entries(names).flatMap(([name, label]) => {
    const sides = [before[name], after[name]];
    const [was = null, is = null] = sides.map(text);
    if (was === is) return [];
    const [from = null, to = null] = sides.map((value) => write(name, value));
    // Differences beyond the shown decimals are shown in full.
    return [
      {
        label: label + of,
        ...(from === to ? { before: was, after: is } : { before: from, after: to }),
      },
    ];
  });

/** Named values by their names; values with the same name are joined. */
const byName = (
  entries: readonly { name?: string | null | undefined; value?: string | null | undefined }[],
): Record<string, string> => {
  const named: Record<string, string> = Object.create(null);
  for (const { name, value } of entries) {
    const key = name ?? "";
    named[key] = key in named ? `${named[key]}, ${value ?? ""}` : (value ?? "");
  }
  return named;
};

const namedChanges = (
  kind: string,
  before: Record<string, string>,
  after: Record<string, string>,
): ProductChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    before[name] === after[name]
      ? []
      : [
          {
            label: `${kind} ${name || "without a name"}`,
            before: before[name] ?? null,
            after: after[name] ?? null,
          },
        ],
  );

const joinCategories = (product: ResellerProductParent): string | null =>
  text(
    [product.category_one, product.category_two, product.category_three]
      .flatMap((category) => (category?.name ? [category.name] : []))
      .join(" › "),
  );

const joinImages = ({ images }: Pick<ResellerProductParent, "images">): string | null =>
  text(images.map(({ url }) => url ?? "").join("\n"));

const oneChange = (label: string, before: string | null, after: string | null): ProductChange[] =>
  before === after ? [] : [{ label, before, after }];

const variantChanges = (
  before: ResellerProductVariant,
  after: ResellerProductVariant,
): ProductChange[] => {
  const of = ` of ${variantName(after)}`;
  return [
    ...differing(variantFields, of, before, after),
    ...namedChanges("Option", byName(before.option_values), byName(after.option_values)).map(
      (change) => ({ ...change, label: change.label + of }),
    ),
    ...oneChange(`Images${of}`, joinImages(before), joinImages(after)),
  ];
};

const allVariantChanges = (
  before: readonly ResellerProductVariant[],
  after: readonly ResellerProductVariant[],
): ProductChange[] => {
  const readKey = ({ id, sku }: ResellerProductVariant) => id ?? sku;
  const was = new Map(before.map((variant) => [readKey(variant), variant]));
  const is = new Map(after.map((variant) => [readKey(variant), variant]));
  return [
    ...[...is].flatMap(([key, variant]) => {
      const old = was.get(key);
      return old
        ? variantChanges(old, variant)
        : [{ label: "Variant", before: null, after: variantName(variant) }];
    }),
    ...[...was].flatMap(([key, variant]) =>
      is.has(key) ? [] : [{ label: "Variant", before: variantName(variant), after: null }],
    ),
  ];
};

/** The differences between two versions of a product, field by field; variants are matched by their ids. */
export const productChanges = (
  before: ResellerProductParent,
  after: ResellerProductParent,
): ProductChange[] => [
  ...differing(parentFields, "", before, after),
  ...oneChange("Categories", joinCategories(before), joinCategories(after)),
  ...namedChanges("Attribute", byName(before.attributes), byName(after.attributes)),
  ...oneChange(
    "Options",
    text(before.options.map(({ name }) => name ?? "").join(", ")),
    text(after.options.map(({ name }) => name ?? "").join(", ")),
  ),
  ...oneChange("Images", joinImages(before), joinImages(after)),
  ...allVariantChanges(before.variants, after.variants),
];
