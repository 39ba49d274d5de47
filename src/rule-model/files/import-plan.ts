import * as z from "zod/mini";
import {
  type LockedMappingRuleField,
  lockedMappingRuleFields,
} from "#contract/mapping-rule-guards.ts";
import { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { withoutIds } from "#rule-model/draft/map-tree.ts";
import type { ImportedRule } from "./import-rules.ts";
import { sendable } from "#rule-model/draft/assign-ids.ts";

export type ImportChoice = "create" | "update" | "skip";

/** One rule of a file, and the rule here that it could replace. */
export interface ImportEntry extends ImportedRule {
  /** Its place in the file, from 0. */
  readonly at: number;
  /** The rule here that it could replace. */
  readonly target: MappingRule | undefined;
  /** Its own id, where the upstream cannot be asked whether it has such a rule. */
  readonly blindId: number | undefined;
  /** True where it cannot be sent as it is: something is not chosen yet. */
  readonly incomplete: boolean;
}

const sameLockedFields = (request: UpdateOrCreateMappingRule, rule: MappingRule): boolean =>
  lockedMappingRuleFields.every(
    (field: LockedMappingRuleField) => (request[field] ?? undefined) === (rule[field] ?? undefined),
  );

/** The rule with that id, else the only one with that name; never one whose locked fields differ (api 4.6). */
const findTarget = (
  request: UpdateOrCreateMappingRule,
  rules: readonly MappingRule[],
): MappingRule | undefined => {
  const possible = rules.filter((rule) => rule.rule && sameLockedFields(request, rule));
  const byId = possible.find(({ id }) => id === request.id);
  if (byId) return byId;
  const byName = possible.filter(({ name }) => name === request.name);
  return byName.length === 1 ? byName[0] : undefined;
};

/** The possible imports of each rule of a file; `rules` is undefined where the upstream lists none. */
export const planImport = (
  imported: readonly ImportedRule[],
  rules: readonly MappingRule[] | undefined,
): ImportEntry[] =>
  imported.map((one, at) => ({
    ...one,
    at,
    target: rules && findTarget(one.request, rules),
    blindId: rules ? undefined : (one.request.id ?? undefined),
    incomplete: !z.safeParse(UpdateOrCreateMappingRule, one.request).success,
  }));

export const choicesFor = ({ target, blindId, incomplete }: ImportEntry): ImportChoice[] => {
  if (incomplete) return ["skip"];
  return target || blindId ? ["create", "update", "skip"] : ["create", "skip"];
};

/** The request that creates it as a new rule. */
export const toCreateRequest = ({ request }: ImportEntry): UpdateOrCreateMappingRule =>
  withoutIds(request, "head");

/** The request that replaces a rule: parts with ids of that rule are updated, all others created. */
export const toReplaceRequest = (
  { request }: ImportEntry,
  target: MappingRule,
): UpdateOrCreateMappingRule => {
  const saved = toMappingRuleRequest(target);
  const { id, updatedAt } = saved?.rule ?? {};
  return sendable({ ...request, id: target.id, rule: { ...request.rule, id, updatedAt } }, saved);
};
