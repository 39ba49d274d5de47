import type { MappingSet, MappingSetItem } from "#contract/mapping-sets.ts";
import type { Query, TransactionSql } from "#database/sql.ts";
import { asJson } from "./copy-records.ts";
import { limitTo, type Page } from "./paging.ts";

interface SetRow {
  readonly record: MappingSet;
  readonly total_items: number;
}

const toMappingSet = ({ record, total_items }: SetRow): MappingSet => ({
  ...record,
  totalItems: total_items,
});

/** One page of mapping sets, newest first, and the total number on all pages. */
export const listMappingSets = async (
  sql: Query,
  page: Page,
): Promise<{ records: MappingSet[]; total: number }> => {
  const rows = await sql<SetRow[]>`
    select record, total_items from service.mapping_sets order by id desc ${limitTo(sql, page)}`;
  const [count] = await sql<
    { total: number }[]
  >`select count(*) as total from service.mapping_sets`;
  return { records: rows.map(toMappingSet), total: count?.total ?? 0 };
};

export const readMappingSet = async (sql: Query, id: number): Promise<MappingSet | undefined> => {
  const [row] = await sql<
    SetRow[]
  >`select record, total_items from service.mapping_sets where id = ${id}`;
  return row && toMappingSet(row);
};

/** Reads a mapping set and locks it and its items against other writers until the transaction ends. */
export const lockMappingSet = async (
  sql: TransactionSql,
  id: number,
): Promise<MappingSet | undefined> => {
  const [row] = await sql<SetRow[]>`
    select record, total_items from service.mapping_sets where id = ${id} for update`;
  return row && toMappingSet(row);
};

/** Adds a mapping set under the next free id, without items. */
export const addMappingSet = async (
  sql: Query,
  values: Omit<MappingSet, "id" | "totalItems">,
): Promise<MappingSet> => {
  const [next] = await sql<{ id: number }[]>`select nextval('service.mapping_set_ids') as id`;
  if (next === undefined) throw new Error("nextval returned nothing");
  const record = { id: next.id, ...values };
  await sql`insert into service.mapping_sets (record) values (${asJson(sql, record)})`;
  return toMappingSet({ record, total_items: 0 });
};

export const writeMappingSet = async (
  sql: Query,
  { totalItems: _total, ...record }: MappingSet,
): Promise<void> => {
  await sql`update service.mapping_sets set record = ${asJson(sql, record)} where id = ${record.id ?? 0}`;
};

interface ItemRow {
  readonly id: number;
  readonly mapping_set_id: number;
  readonly from_value: string;
  readonly to_value: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

const toItem = (row: ItemRow): MappingSetItem => ({
  id: row.id,
  mappingSetId: row.mapping_set_id,
  fromValue: row.from_value,
  toValue: row.to_value,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** What changes with each change of a set's items; undefined where there is no such set. */
export const readItemsVersion = async (
  sql: Query,
  setId: number,
): Promise<{ readonly id: number; readonly items_version: number } | undefined> => {
  const [row] = await sql<{ id: number; items_version: number }[]>`
    select id, items_version from service.mapping_sets where id = ${setId}`;
  return row;
};

/** A mapping set's items in the order they were added. */
export const listMappingSetItems = async (sql: Query, setId: number): Promise<MappingSetItem[]> => {
  const rows = await sql<ItemRow[]>`
    select * from service.mapping_set_items where mapping_set_id = ${setId} order by id`;
  return rows.map(toItem);
};

/** The number of items of some mapping sets, and of the characters in them. */
export const measureMappingLines = async (
  sql: Query,
  setIds: readonly number[],
): Promise<{ readonly lines: number; readonly characters: number }> => {
  const [sum] = await sql<{ lines: number; characters: number }[]>`
    select count(*)::integer as lines,
      coalesce(sum(length(from_value) + length(coalesce(to_value, ''))), 0)::float8 as characters
    from service.mapping_set_items where mapping_set_id = any(${[...setIds]})`;
  return sum ?? { lines: 0, characters: 0 };
};

/** The items of some mapping sets, in the format of look-ups. */
export const listMappingLines = async (
  sql: Query,
  setIds: readonly number[],
): Promise<{ setId: number; from: string; to: string | null }[]> =>
  sql<{ setId: number; from: string; to: string | null }[]>`
    select mapping_set_id as "setId", from_value as "from", to_value as "to"
    from service.mapping_set_items where mapping_set_id = any(${[...setIds]}) order by id`;

/** The given items that belong to the set. */
export const knownMappingSetItemIds = async (
  sql: Query,
  setId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const rows = await sql<{ id: number }[]>`
    select id from service.mapping_set_items where mapping_set_id = ${setId} and id = any(${[...ids]})`;
  return new Set(rows.map((row) => row.id));
};

/** The values of one item. */
export interface ItemValues {
  readonly fromValue: string;
  readonly toValue?: string | null | undefined;
}

/** Gives items new values. */
export const updateMappingSetItems = async (
  sql: TransactionSql,
  items: readonly (ItemValues & { readonly id: number })[],
  now: Date,
): Promise<MappingSetItem[]> => {
  const rows = await sql<ItemRow[]>`
    update service.mapping_set_items item
    set from_value = sent."fromValue", to_value = sent."toValue", updated_at = ${now}
    from json_to_recordset(${asJson(sql, items)}) as sent(id bigint, "fromValue" text, "toValue" text)
    where item.id = sent.id returning item.*`;
  return rows.map(toItem);
};

/** Adds items to a set whose row is locked (or new), in their order, and counts them. */
export const addMappingSetItems = async (
  sql: Query,
  setId: number,
  items: readonly ItemValues[],
  now: Date,
): Promise<MappingSetItem[]> => {
  if (items.length === 0) return [];
  const rows = await sql<ItemRow[]>`
    insert into service.mapping_set_items (mapping_set_id, from_value, to_value, created_at, updated_at)
    select ${setId}::bigint, sent.value ->> 'fromValue', sent.value ->> 'toValue', ${now}::timestamptz, ${now}::timestamptz
    from json_array_elements(${asJson(sql, items)}) with ordinality as sent(value, place) order by sent.place
    returning *`;
  await sql`update service.mapping_sets set total_items = total_items + ${items.length} where id = ${setId}`;
  return rows.map(toItem).sort((one, other) => one.id - other.id);
};
