import type { ResellerProductParent, ResellerProductVariant } from "#contract/products.ts";
import type { Query, Sql } from "#database/sql.ts";
import { type Columns, copyRecords, type Records } from "./copy-records.ts";
import { limitTo, type Page } from "./paging.ts";

/** The requested parts of a product parent (api 4.2). */
export interface ProductParts {
  readonly includeCategories: boolean;
  readonly includeOptions: boolean;
  readonly includeImages: boolean;
  readonly includeAttributes: boolean;
  readonly includeVariants: boolean;
  readonly includeVariantOptionValues: boolean;
  readonly includeVariantImages: boolean;
}

export interface ProductFilter {
  readonly channelId: number;
  /** ISO 8601 in UTC with milliseconds, like the records. */
  readonly updatedAfter: string;
}

interface StoredParent {
  readonly record: Omit<ResellerProductParent, "variants">;
  readonly variants: ResellerProductVariant[];
}

const noCategories = { category_one: null, category_two: null, category_three: null };

/** The replacements of parts that were not requested (api 4.2: empty arrays, null categories). */
const listBlanks = (parts: ProductParts): Partial<ResellerProductParent> => ({
  ...(parts.includeImages ? {} : { images: [] }),
  ...(parts.includeOptions ? {} : { options: [] }),
  ...(parts.includeAttributes ? {} : { attributes: [] }),
  ...(parts.includeCategories ? {} : noCategories),
});

/**
 * The same within a variant, whose parent is null in every list, because the response would otherwise be circular
 * (api 2.3).
 */
const listVariantBlanks = (parts: ProductParts): Partial<ResellerProductVariant> => ({
  ...(parts.includeVariantOptionValues ? {} : { option_values: [] }),
  ...(parts.includeVariantImages ? {} : { images: [] }),
  ...(parts.includeCategories ? {} : noCategories),
  parent: null,
});

/** One page of a channel's product parents, the least recently updated first, equal timestamps by id. */
const readPage = (
  sql: Sql,
  { channelId, updatedAfter }: ProductFilter,
  page: Page,
  withVariants: boolean,
) =>
  sql<StoredParent[]>`
    select record, ${withVariants ? sql`variants` : sql`'[]'::json`} as variants
    from (
      select id from service.product_parents
      where channel_id = ${channelId} and updated_at > ${updatedAfter}
      order by updated_at, id ${limitTo(sql, page)}
    ) as page
    join service.product_parents using (id)
    order by updated_at, id`;

const countAll = (sql: Sql, { channelId, updatedAfter }: ProductFilter) =>
  sql<{ total: number }[]>`
    select count(*) as total from service.product_parents
    where channel_id = ${channelId} and updated_at > ${updatedAfter}`;

/** One page of a channel's product parents with the requested parts, and the total number on all pages. */
export const listProductParents = async (
  sql: Sql,
  filter: ProductFilter,
  parts: ProductParts,
  page: Page,
): Promise<{ records: ResellerProductParent[]; total: number }> => {
  const [stored, [count]] = await Promise.all([
    readPage(sql, filter, page, parts.includeVariants),
    countAll(sql, filter),
  ]);
  const blanks = listBlanks(parts);
  const variantBlanks = listVariantBlanks(parts);
  const records = stored.map(({ record, variants }) => ({
    ...record,
    ...blanks,
    variants: variants.map((variant) => ({ ...variant, ...variantBlanks })),
  }));
  return { records, total: count?.total ?? 0 };
};

const columns: Columns<ResellerProductParent> = {
  id: (parent) => parent.id,
  channel_id: (parent) => parent.channel_id,
  sku: (parent) => parent.sku,
  updated_at: (parent) => parent.updated_at,
  record: ({ variants: _, ...record }) => record,
  variants: (parent) => parent.variants,
};

/** Loads complete product parents under their own ids, and returns their number. */
export const insertProductParents = (
  sql: Query,
  parents: Records<ResellerProductParent>,
): Promise<number> => copyRecords(sql, "product_parents", columns, parents);
