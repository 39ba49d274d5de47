import * as z from "zod/mini";
import {
  type LockedMappingRuleField,
  lockedMappingRuleFields,
} from "#contract/mapping-rule-guards.ts";
import { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { withoutIds } from "#web/mapping-rules/builder/map-tree.ts";
import type { ImportedRule } from "#web/mapping-rules/builder/import-rules.ts";
import { sendable } from "#web/mapping-rules/save/assign-ids.ts";

/** What can be done with one rule of a file. */
export type ImportChoice = "create" | "update" | "skip";

/** One rule of a file, and what it would meet here. */
export interface ImportEntry extends ImportedRule {
  /** Its place in the file, from 0. */
  readonly at: number;
  /** The rule here that it could be put in the place of. */
  readonly target: MappingRule | undefined;
  /** Its own id, where nothing here can be asked whether there is such a rule. */
  readonly blindId: number | undefined;
  /** Why it cannot be sent as it is: something is still to be chosen. */
  readonly incomplete: boolean;
}

const lockedAlike = (request: UpdateOrCreateMappingRule, rule: MappingRule): boolean =>
  lockedMappingRuleFields.every(
    (field: LockedMappingRuleField) => (request[field] ?? undefined) === (rule[field] ?? undefined),
  );

/** The rule of that id, else the only one of that name; never one whose locked fields are others (api 4.6). */
const targetOf = (
  request: UpdateOrCreateMappingRule,
  rules: readonly MappingRule[],
): MappingRule | undefined => {
  const possible = rules.filter((rule) => rule.rule && lockedAlike(request, rule));
  const byId = possible.find(({ id }) => id === request.id);
  if (byId) return byId;
  const byName = possible.filter(({ name }) => name === request.name);
  return byName.length === 1 ? byName[0] : undefined;
};

/** What each rule of a file could become here; `rules` is undefined where the upstream lists none. */
export const planImport = (
  imported: readonly ImportedRule[],
  rules: readonly MappingRule[] | undefined,
): ImportEntry[] =>
  imported.map((one, at) => ({
    ...one,
    at,
    target: rules && targetOf(one.request, rules),
    blindId: rules ? undefined : (one.request.id ?? undefined),
    incomplete: !z.safeParse(UpdateOrCreateMappingRule, one.request).success,
  }));

/** The choices that a rule of a file has. */
export const choicesFor = ({ target, blindId, incomplete }: ImportEntry): ImportChoice[] => {
  if (incomplete) return ["skip"];
  return target || blindId ? ["create", "update", "skip"] : ["create", "skip"];
};

/** The request that creates it as a rule of its own. */
export const asNew = ({ request }: ImportEntry): UpdateOrCreateMappingRule =>
  withoutIds(request, "head");

/** The request that puts it in the place of a rule: parts with ids of that rule are updated, all others made anew. */
export const inPlaceOf = (
  { request }: ImportEntry,
  target: MappingRule,
): UpdateOrCreateMappingRule => {
  const saved = toMappingRuleRequest(target);
  const { id, updatedAt } = saved?.rule ?? {};
  return sendable({ ...request, id: target.id, rule: { ...request.rule, id, updatedAt } }, saved);
};
