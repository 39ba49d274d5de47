import * as z from "zod/mini";
import { operation, tokenTypes } from "./operation.ts";
import { pageNumber, pageSizeQuery } from "./request-fields.ts";
import {
  decimal,
  int64,
  integer,
  list,
  maybe,
  openEnum,
  pathId,
  queryFlag,
  queryTimestamp,
  record,
  requiredInt64,
  requiredText,
  text,
  timestamp,
} from "./primitives.ts";
import { dimensionUnitHandles, weightUnitHandles } from "./units.ts";

/** A category of a reseller channel (api 2.2). */
export const ResellerCategory = record(
  {
    id: int64(),
    parent_category_id: int64(),
    channel_id: int64(),
    name: text(),
    inserted_at: timestamp(),
    updated_at: timestamp(),
  },
  "ResellerCategory",
);
export type ResellerCategory = z.infer<typeof ResellerCategory>;

/** An image of a product parent (api 2.2). */
const ResellerProductParentImage = record(
  {
    id: int64(),
    reseller_product_parent_id: int64(),
    md5_checksum: text("MD5 of the image"),
    url: text(),
    sort_order: integer(),
  },
  "ResellerProductParentImage",
);

/** An option in which the variants of a parent differ (api 2.2). */
const ResellerProductParentOption = record(
  { id: int64(), reseller_product_parent_id: int64(), name: text() },
  "ResellerProductParentOption",
);

/** An attribute of a product parent (api 2.2). */
const ResellerProductParentAttribute = record(
  { id: int64(), reseller_product_parent_id: int64(), name: text(), value: text() },
  "ResellerProductParentAttribute",
);

/** A variant's value of one of its parent's options (api 2.3). */
const ResellerProductVariantOptionValue = record(
  {
    id: int64(),
    reseller_product_parent_option_id: int64(),
    name: text("Read only: the parent option's name, for display"),
    value: text(),
  },
  "ResellerProductVariantOptionValue",
);

/** An image of a product variant (api 2.3). */
const ResellerProductVariantImage = record(
  {
    id: int64(),
    reseller_product_variant_id: int64(),
    md5_checksum: text("MD5 of the image"),
    url: text(),
    sort_order: integer(),
  },
  "ResellerProductVariantImage",
);

const categoryFields = {
  category_one: maybe(ResellerCategory),
  category_two: maybe(ResellerCategory),
  category_three: maybe(ResellerCategory),
};

const parentFields = {
  id: int64(),
  account_id: requiredInt64(),
  channel_id: requiredInt64(),
  sku: requiredText("Unique grouping identifier for the variants; parents track no stock"),
  title: text("May be overridden per variant"),
  description: text("Long, free-form, may contain HTML"),
  brand: text(),
  inserted_at: timestamp(),
  updated_at: timestamp(
    "Also changes when static content of a variant (title, description, etc.) changes",
  ),
  images: list(ResellerProductParentImage, "Present only when requested"),
  options: list(ResellerProductParentOption, "Present only when requested"),
  attributes: list(ResellerProductParentAttribute, "Present only when requested"),
  ...categoryFields,
};

/** A variant's parent, without its variants (api 2.3). */
const ResellerProductVariantParent = record(parentFields, "ResellerProductVariantParent");
type ResellerProductVariantParent = z.infer<typeof ResellerProductVariantParent>;

/** A sellable item: one stock-keeping unit of a channel (api 2.3). Prices are money in the account's currency. */
export const ResellerProductVariant = record(
  {
    id: int64(),
    account_id: int64(),
    channel_id: requiredInt64(),
    reseller_product_parent_id: requiredInt64(),
    sku: requiredText("Unique for the channel"),
    price: decimal("Price of an item when an order is placed"),
    sale_price: decimal(),
    msrp: decimal("Manufacturer suggested retail price"),
    map: decimal("Minimum advertised price"),
    estimated_shipping_cost: decimal("Only if provided"),
    estimated_dropship_fee: decimal("Only if provided"),
    title: text(),
    mpn: text("Manufacturer part number"),
    upc: text("Universal product code"),
    ean: text("Global trade item number"),
    asin: text("A marketplace's product identifier"),
    weight: decimal(),
    length: decimal(),
    width: decimal(),
    height: decimal(),
    weight_unit: openEnum(weightUnitHandles),
    dimension_unit: openEnum(dimensionUnitHandles),
    quantity: integer("Inventory available to purchase"),
    dimensional_weight: decimal(
      "Calculated with the USPS formula; present only when all dimensions and a dimension unit are present",
    ),
    inserted_at: timestamp(),
    updated_at: timestamp("The last time anything on the variant changed"),
    option_values: list(ResellerProductVariantOptionValue, "Present only when requested"),
    images: list(ResellerProductVariantImage, "Present only when requested"),
    parent: maybe(
      ResellerProductVariantParent,
      "The parent with its variants omitted; null in list responses to avoid circular references",
    ),
    description: text(),
    ...categoryFields,
  },
  "ResellerProductVariant",
);
export type ResellerProductVariant = z.infer<typeof ResellerProductVariant>;

/** A product of a reseller channel: the common data of its variants (api 2.2). */
export const ResellerProductParent = record(
  { ...parentFields, variants: list(ResellerProductVariant, "Present only when requested") },
  "ResellerProductParent",
);
export type ResellerProductParent = z.infer<typeof ResellerProductParent>;

export const productOperations = {
  listProductParents: operation({
    method: "GET",
    path: "/reseller-channels/{channelId}/products/parents",
    summary: "List a reseller channel's product parents",
    description:
      "Parents updated after filterUpdatedAfter, least recently updated first. Parameters starting with filter narrow the results; those starting with include select what is returned. Parts that are not requested are an empty array or null.",
    section: "api 4.2",
    params: z.object({ channelId: pathId() }),
    query: z.object({
      filterUpdatedAfter: queryTimestamp("Only parents updated after this time"),
      filterPageSize: pageSizeQuery(),
      filterPageNumber: pageNumber(),
      includeCategories: queryFlag("Return category_one, category_two and category_three"),
      includeOptions: queryFlag("Return options"),
      includeImages: queryFlag("Return images"),
      includeAttributes: queryFlag("Return attributes"),
      includeVariants: queryFlag("Return variants; each variant has a null parent"),
      includeVariantOptionValues: queryFlag(
        "With includeVariants: return option_values on each variant",
      ),
      includeVariantImages: queryFlag("With includeVariants: return images on each variant"),
    }),
    response: z.array(ResellerProductParent),
    tokens: tokenTypes,
    owner: { type: "channel", in: "path", name: "channelId" },
    changesState: false,
    role: "viewer",
    extension: false,
  }),
};
