import type { Issue } from "#contract/errors.ts";
import {
  type MappingSet,
  type MappingSetItem,
  type MappingSetItemSave,
  type MappingSetSave,
  whyExclusionTypeMissing,
} from "#contract/mapping-sets.ts";
import type { Query, TransactionSql } from "#database/sql.ts";
import { badRequest, notFound, refuseOtherVersion } from "./refusal.ts";
import { ownerExists, readAccount } from "./store/account.ts";
import {
  addMappingSet,
  addMappingSetItems,
  knownMappingSetItemIds,
  lockMappingSet,
  readItemsVersion,
  updateMappingSetItems,
  writeMappingSet,
} from "./store/mapping-sets.ts";

type SetValues = Pick<
  MappingSet,
  "name" | "description" | "exclusionListForSourceId" | "exclusionType"
>;

/**
 * The request merged over the stored values: an absent field stays, null clears it. Callers cannot set generated
 * fields.
 */
const mergeValues = (request: MappingSetSave, stored: Partial<SetValues>): SetValues => {
  const pick = <K extends "description" | "exclusionListForSourceId" | "exclusionType">(field: K) =>
    request[field] === undefined ? (stored[field] ?? null) : request[field];
  return {
    name: request.name,
    description: pick("description"),
    exclusionListForSourceId: pick("exclusionListForSourceId"),
    exclusionType: pick("exclusionType"),
  };
};

const setIssues = async (sql: Query, values: SetValues): Promise<Issue[]> => {
  const message = whyExclusionTypeMissing(values);
  const source = values.exclusionListForSourceId ?? undefined;
  const known = source === undefined || (await ownerExists(sql, "source", source));
  return [
    ...(message === undefined ? [] : [{ path: "exclusionType", message }]),
    ...(known
      ? []
      : [{ path: "exclusionListForSourceId", message: `There is no source ${source}` }]),
  ];
};

/** Creates a mapping set (neighbours). */
export const createMappingSet = async (
  sql: Query,
  request: MappingSetSave,
  now: Date,
): Promise<MappingSet> => {
  const values = mergeValues(request, {});
  const issues = await setIssues(sql, values);
  if (issues.length > 0) throw badRequest(issues);
  const { id: accountId } = await readAccount(sql);
  return addMappingSet(sql, {
    accountId,
    createdByUserId: null,
    createdAt: now.toISOString(),
    ...values,
  });
};

/** Updates a mapping set (api 4.7) within a transaction. */
export const updateMappingSet = async (
  sql: TransactionSql,
  id: number,
  request: MappingSetSave,
  ifMatch: string | undefined,
): Promise<MappingSet> => {
  const stored = await lockMappingSet(sql, id);
  if (stored === undefined) throw notFound("mapping set", id);
  refuseOtherVersion(ifMatch, { ...stored, totalItems: undefined });
  const after = { ...stored, ...mergeValues(request, stored) };
  const issues = await setIssues(sql, after);
  if (issues.length > 0) throw badRequest(issues);
  await writeMappingSet(sql, after);
  return after;
};

const itemIssues = (
  items: readonly MappingSetItemSave[],
  setId: number,
  known: ReadonlySet<number>,
): Issue[] => {
  const seen = new Set<number>();
  return items.flatMap(({ id }, index) => {
    if (id === null || id === undefined) return [];
    const repeated = seen.has(id);
    seen.add(id);
    const path = `${index}.id`;
    if (!known.has(id))
      return [{ path, message: `There is no item ${id} in mapping set ${setId}` }];
    return repeated ? [{ path, message: `Duplicate item ${id}` }] : [];
  });
};

const hasId = (item: MappingSetItemSave): item is MappingSetItemSave & { id: number } =>
  item.id !== null && item.id !== undefined;

/**
 * Adds and updates items (neighbours) within a transaction, all or none; returns them in the order of the request.
 * `ifMatch` names the version of all items of the set.
 */
export const saveMappingSetItems = async (
  sql: TransactionSql,
  setId: number,
  items: readonly MappingSetItemSave[],
  now: Date,
  ifMatch: string | undefined,
): Promise<MappingSetItem[]> => {
  if ((await lockMappingSet(sql, setId)) === undefined) throw notFound("mapping set", setId);
  refuseOtherVersion(ifMatch, await readItemsVersion(sql, setId));
  const changed = items.filter(hasId);
  const known = await knownMappingSetItemIds(
    sql,
    setId,
    changed.map(({ id }) => id),
  );
  const issues = itemIssues(items, setId, known);
  if (issues.length > 0) throw badRequest(issues);
  const updated = new Map(
    (await updateMappingSetItems(sql, changed, now)).map((item) => [item.id, item]),
  );
  const added = (
    await addMappingSetItems(
      sql,
      setId,
      items.filter((item) => !hasId(item)),
      now,
    )
  ).values();
  return items
    .map((item) => (hasId(item) ? updated.get(item.id) : added.next().value))
    .filter((item) => item !== undefined);
};
