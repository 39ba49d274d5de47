import { maxSearchLength } from "#contract/catalog.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import type { Query } from "#database/sql.ts";
import type { Asked } from "./sweep-state.ts";

/** The catalog of a channel. */
export interface CatalogRow {
  readonly id: number;
  readonly channel: number;
  readonly copy: string;
  readonly version: number;
  readonly products: number;
  readonly state: string;
  readonly asked: Asked | null;
  readonly isUsed: boolean;
}

/** A channel counts as used for this long after a request about it. */
const usedMs = 600_000;

const columns = (sql: Query) => sql`
  id, channel, copy, version, products, state, asked,
  used_at > clock_timestamp() - ${usedMs}::float8 * interval '1 ms' as "isUsed"`;

export const listCatalogs = async (sql: Query, upstream: string): Promise<CatalogRow[]> =>
  sql<CatalogRow[]>`select ${columns(sql)} from gateway.catalogs where upstream = ${upstream}`;

/** The catalog of a channel; the first look at it starts it. */
export const openCatalog = async (
  sql: Query,
  upstream: string,
  channel: number,
): Promise<CatalogRow> => {
  const [row] = await sql<CatalogRow[]>`
    insert into gateway.catalogs (upstream, channel) values (${upstream}, ${channel})
    on conflict (upstream, channel) do update set used_at = clock_timestamp()
    returning ${columns(sql)}`;
  return row!;
};

export const readCatalog = async (sql: Query, id: number): Promise<CatalogRow> => {
  const [row] = await sql<CatalogRow[]>`
    select ${columns(sql)} from gateway.catalogs where id = ${id}`;
  if (row === undefined) throw new Error("The catalog was removed");
  return row;
};

export const askFor = async (sql: Query, id: number, asked: Asked): Promise<void> => {
  await sql`
    update gateway.catalogs
    set asked = case when asked = 'everything' then asked else ${asked} end, used_at = clock_timestamp()
    where id = ${id}`;
};

/** Locks the catalog until the end of the transaction; undefined if it changed since it was read. */
export const lockCatalog = async (
  sql: Query,
  { id, state }: CatalogRow,
): Promise<{ version: number; products: number } | undefined> => {
  const [row] = await sql<{ version: number; products: number }[]>`
    select version, products from gateway.catalogs where id = ${id} and state = ${state} for update`;
  return row;
};

interface CatalogChange {
  readonly version: number;
  readonly products: number;
  readonly state: string;
  /** What this answers. */
  readonly asked: Asked | null;
}

export const saveCatalog = async (
  sql: Query,
  id: number,
  { version, products, state, asked }: CatalogChange,
): Promise<void> => {
  await sql`
    update gateway.catalogs
    set version = ${version}, products = ${products}, state = ${state}, asked = nullif(asked, ${asked ?? ""})
    where id = ${id}`;
};

/** A product of a page, with its ID. */
export interface Product {
  readonly id: number;
  readonly product: ResellerProductParent;
}

/** Longer ones are never asked for, and an index holds none; PostgreSQL has no text with this character. */
const isSku = (sku: string | null | undefined): sku is string =>
  typeof sku === "string" && sku !== "" && sku.length <= maxSearchLength && !sku.includes("\0");

const listSkus = ({ sku, variants }: ResellerProductParent): string[] =>
  [...new Set([sku, ...variants.map((variant) => variant.sku)])].filter(isSku);

const saveSkus = async (sql: Query, catalog: number, changed: readonly Product[]) => {
  const ids = changed.map(({ id }) => id);
  const rows = changed.flatMap(({ id, product }) => listSkus(product).map((sku) => ({ id, sku })));
  await sql`
    delete from gateway.catalog_skus where catalog = ${catalog} and product = any(${ids}::bigint[])`;
  await sql`
    insert into gateway.catalog_skus (catalog, sku, product)
    select ${catalog}::integer, sku, product
    from unnest(${rows.map(({ sku }) => sku)}::text[], ${rows.map(({ id }) => id)}::bigint[])
      as page (sku, product)`;
};

interface NewPage {
  readonly version: number;
  readonly pass: number;
  readonly readAt: number;
}

/** Writes the products that differ from the stored ones; returns how many are new, new to this reading, and changed. */
export const savePage = async (
  sql: Query,
  catalog: number,
  products: readonly Product[],
  { version, pass, readAt }: NewPage,
): Promise<{ inserted: number; added: number; changed: number }> => {
  if (products.length === 0) return { inserted: 0, added: 0, changed: 0 };
  const ids = products.map(({ id }) => id);
  const known = await sql`
    select id from gateway.catalog_products where catalog = ${catalog} and id = any(${ids}::bigint[])`;
  const changed = await sql<{ id: number }[]>`
    insert into gateway.catalog_products as known (catalog, id, record, read_at, version)
    select ${catalog}::integer, page.id, page.record, ${readAt}::bigint, ${version}::bigint
    from unnest(${ids}::bigint[], ${products.map(({ product }) => JSON.stringify(product))}::text[])
      as page (id, record)
    left join gateway.catalog_products old on old.catalog = ${catalog} and old.id = page.id
    where old.id is null or old.record <> page.record or old.gone_at is not null
    on conflict (catalog, id) do update set
      record = excluded.record, read_at = excluded.read_at, gone_at = null, version = excluded.version,
      previous = case when known.record = excluded.record then known.previous else known.record end,
      previous_read_at =
        case when known.record = excluded.record then known.previous_read_at else known.read_at end
    returning id`;
  const { count: added } = await sql`
    insert into gateway.catalog_seen as known (catalog, product, pass)
    select ${catalog}::integer, id, ${pass}::bigint from unnest(${ids}::bigint[]) as page (id)
    on conflict (catalog, product) do update set pass = excluded.pass
    where known.pass <> excluded.pass`;
  if (changed.length > 0) {
    const isChanged = new Set(changed.map(({ id }) => id));
    await saveSkus(
      sql,
      catalog,
      products.filter(({ id }) => isChanged.has(id)),
    );
  }
  return { inserted: products.length - known.length, added, changed: changed.length };
};

/** Marks what no reading since a number saw; returns how many there are. */
export const markGone = async (
  sql: Query,
  catalog: number,
  { since, now, version }: { since: number; now: number; version: number },
): Promise<number> => {
  const { count } = await sql`
    update gateway.catalog_products product
    set gone_at = ${now}::bigint, version = ${version}::bigint
    from gateway.catalog_seen seen
    where seen.catalog = ${catalog} and seen.pass < ${since} and product.catalog = seen.catalog
      and product.id = seen.product and product.gone_at is null`;
  return count;
};

/** A stored product for the index. */
export interface IndexedRow {
  readonly id: number;
  readonly record: string;
  readonly readAt: number;
  readonly goneAt: number | null;
  readonly version: number;
}

/** Where a reader of changes is: all up to this row are known to it. */
export interface Position {
  readonly version: number;
  readonly id: number;
}

export const readChanges = async (
  sql: Query,
  catalog: number,
  { version, id }: Position,
  limit: number,
): Promise<IndexedRow[]> =>
  sql<IndexedRow[]>`
    select id, record, read_at as "readAt", gone_at as "goneAt", version
    from gateway.catalog_products
    where catalog = ${catalog} and (version, id) > (${version}::bigint, ${id}::bigint)
    order by version, id limit ${limit}`;

export interface StoredProduct {
  readonly id: number;
  readonly record: string;
  readonly readAt: number;
  readonly goneAt: number | null;
  readonly previous: string | null;
  readonly previousReadAt: number | null;
}

export const readProduct = async (
  sql: Query,
  catalog: number,
  id: number,
): Promise<StoredProduct | undefined> => {
  const [row] = await sql<StoredProduct[]>`
    select id, record, read_at as "readAt", gone_at as "goneAt", previous,
      previous_read_at as "previousReadAt"
    from gateway.catalog_products where catalog = ${catalog} and id = ${id}`;
  return row;
};

/** The records of products in the order of their IDs in the list. */
export const readRecords = async (
  sql: Query,
  catalog: number,
  ids: readonly number[],
): Promise<string[]> => {
  const rows = await sql<{ id: number; record: string }[]>`
    select id, record from gateway.catalog_products
    where catalog = ${catalog} and id = any(${ids}::bigint[])`;
  const records = new Map(rows.map(({ id, record }) => [id, record]));
  return ids.flatMap((id) => records.get(id) ?? []);
};

export interface FoundSku {
  readonly sku: string;
  readonly channel: number;
  readonly id: number;
  readonly record: string;
}

/** One product for each SKU: of this channel if there is one, and one that the channel still has. */
export const findSkus = async (
  sql: Query,
  upstream: string,
  skus: readonly string[],
  channel: number | null,
): Promise<FoundSku[]> => {
  const asked = skus.filter(isSku);
  if (asked.length === 0) return [];
  return sql<FoundSku[]>`
    select distinct on (code.sku) code.sku, catalog.channel, product.id, product.record
    from gateway.catalog_skus code
    join gateway.catalogs catalog on catalog.id = code.catalog and catalog.upstream = ${upstream}
    join gateway.catalog_products product
      on product.catalog = code.catalog and product.id = code.product
    where code.sku = any(${asked}::text[])
    order by code.sku, catalog.channel = ${channel ?? 0} desc, product.gone_at is not null,
      catalog.channel, product.id desc`;
};
