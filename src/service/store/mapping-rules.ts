import type { MappingRule } from "#contract/mapping-rules.ts";
import type { Query, TransactionSql } from "#database/sql.ts";
import { asJson } from "./copy-records.ts";

/** Mapping rules in the order they run; `ids`: only the existing ones of these. */
export const listMappingRules = async (
  sql: Query,
  ids?: readonly number[],
): Promise<MappingRule[]> => {
  const rows = await sql<{ record: MappingRule }[]>`
    select record from service.mapping_rules
    ${ids === undefined ? sql`` : sql`where id = any(${[...ids]})`} order by rank, id`;
  return rows.map((row) => row.record);
};

/** Reads a mapping rule and locks it against other writers until the transaction ends. */
export const lockMappingRule = async (
  sql: TransactionSql,
  id: number,
): Promise<MappingRule | undefined> => {
  const [row] = await sql<{ record: MappingRule }[]>`
    select record from service.mapping_rules where id = ${id} for update`;
  return row?.record;
};

export const addMappingRule = async (sql: Query, record: MappingRule): Promise<void> => {
  await sql`insert into service.mapping_rules (record) values (${asJson(sql, record)})`;
};

export const writeMappingRule = async (sql: Query, record: MappingRule): Promise<void> => {
  await sql`update service.mapping_rules set record = ${asJson(sql, record)} where id = ${record.id}`;
};

const takeIds = async (sql: Query, sequence: string, count: number): Promise<number[]> => {
  const rows = await sql<
    { id: number }[]
  >`select nextval(${sequence}) as id from generate_series(1, ${count})`;
  return rows.map((row) => row.id);
};

/** The id of a new mapping rule. */
export const takeMappingRuleId = async (sql: Query): Promise<number> => {
  const [id] = await takeIds(sql, "service.mapping_rule_ids", 1);
  if (id === undefined) throw new Error("nextval returned nothing");
  return id;
};

/** Ids for parts of rules that are created. */
export const takeWorkflowPartIds = (sql: Query, count: number): Promise<number[]> =>
  takeIds(sql, "service.workflow_part_ids", count);
