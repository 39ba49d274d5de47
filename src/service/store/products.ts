import type { ResellerProductParent, ResellerProductVariant } from "#contract/products.ts";
import type { Query, Sql } from "#database/sql.ts";
import { type Columns, copyRecords, type Records } from "./copy-records.ts";
import type { Page } from "./paging.ts";

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

const hourMs = 3_600_000;

const startOfHour = (time: string): number => Math.floor(Date.parse(time) / hourMs) * hourMs;

/** Where a page is: the hours from `first` to `last`, less the `skip` least recently updated parents. */
interface Place {
  readonly total: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly skip: number;
}

/**
 * The place of a page by the counts of hours: by their days first, since a channel of years has tens of thousands of
 * hours. `first` is null past the end.
 */
const findPlace = async (
  sql: Sql,
  { channelId, updatedAfter }: ProductFilter,
  { number, size }: Page,
): Promise<Place> => {
  const offset = (number - 1) * size;
  const hour = new Date(startOfHour(updatedAfter));
  // The hour of updatedAfter also counts parents that were updated before it.
  const [place] = await sql<Place[]>`
    with older as materialized (
      select count(*) as count from service.product_parents
      where channel_id = ${channelId} and updated_at >= ${hour} and updated_at <= ${updatedAfter}
    ), days as (
      select date_trunc('day', hour, 'UTC') as day, sum(records)::bigint as records
      from service.product_parent_counts
      where channel_id = ${channelId} and hour >= ${hour}
      group by 1
    ), reached_days as (
      select day, records, sum(records) over (order by day) - (select count from older) as upto from days
    ), span as materialized (
      select coalesce(max(upto), 0)::bigint as total,
        min(day) filter (where upto > ${offset}::bigint) as first,
        coalesce(min(day) filter (where upto >= ${offset + size}::bigint), max(day)) + interval '24 hours' as until,
        min(upto - records) filter (where upto > ${offset}::bigint) as before
      from reached_days
    ), hours as (
      select hour, sum(records)::bigint as records from service.product_parent_counts
      where channel_id = ${channelId} and hour >= ${hour}
        and hour >= (select first from span) and hour < (select until from span)
      group by hour having sum(records) > 0
    ), reached as (
      select hour, records, sum(records) over (order by hour) + (select before from span) as upto from hours
    )
    select (select total from span) as total,
      min(hour) filter (where upto > ${offset}::bigint) as first,
      coalesce(min(hour) filter (where upto >= ${offset + size}::bigint), max(hour)) as last,
      (${offset}::bigint
        - coalesce(greatest(min(upto - records) filter (where upto > ${offset}::bigint), 0), 0))::bigint as skip
    from reached`;
  if (place === undefined) throw new Error("An aggregate returned no row");
  return place;
};

/** A page of a channel's product parents, the least recently updated first, equal timestamps by id. */
const readPage = async (
  sql: Sql,
  { channelId, updatedAfter }: ProductFilter,
  size: number,
  { first, last, skip }: Place,
  withVariants: boolean,
): Promise<readonly StoredParent[]> => {
  if (first === null || last === null) return [];
  return sql<StoredParent[]>`
    select record, ${withVariants ? sql`variants` : sql`'[]'::json`} as variants
    from (
      select id from service.product_parents
      where channel_id = ${channelId} and updated_at > ${updatedAfter}
        and updated_at >= ${first} and updated_at < ${last}::timestamptz + interval '1 hour'
      order by updated_at, id limit ${size} offset ${skip}
    ) as page
    join service.product_parents using (id)
    order by updated_at, id`;
};

/** One page of a channel's product parents with the requested parts, and the total number on all pages. */
export const listProductParents = async (
  sql: Sql,
  filter: ProductFilter,
  parts: ProductParts,
  page: Page,
): Promise<{ records: ResellerProductParent[]; total: number }> => {
  const place = await findPlace(sql, filter, page);
  const stored = await readPage(sql, filter, page.size, place, parts.includeVariants);
  const blanks = listBlanks(parts);
  const variantBlanks = listVariantBlanks(parts);
  const records = stored.map(({ record, variants }) => ({
    ...record,
    ...blanks,
    variants: variants.map((variant) => ({ ...variant, ...variantBlanks })),
  }));
  return { records, total: place.total };
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
