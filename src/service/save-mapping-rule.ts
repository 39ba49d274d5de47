import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { TransactionSql } from "#database/sql.ts";
import { buildMappingRule, countNewParts } from "./build-mapping-rule.ts";
import { checkMappingRule } from "./check-mapping-rule.ts";
import { refuseOtherVersion } from "./record-version.ts";
import { badRequest } from "./refusal.ts";
import {
  addMappingRule,
  lockMappingRule,
  takeMappingRuleId,
  takeWorkflowPartIds,
  writeMappingRule,
} from "./store/mapping-rules.ts";

/** Creates or updates a mapping rule (api 4.6) within a transaction; refuses with every problem at once. */
export const saveMappingRule = async (
  sql: TransactionSql,
  request: UpdateOrCreateMappingRule,
  now: Date,
  ifMatch?: string,
): Promise<MappingRule> => {
  const wanted = request.id ?? undefined;
  const stored = wanted === undefined ? undefined : await lockMappingRule(sql, wanted);
  if (stored) refuseOtherVersion(ifMatch, stored);
  const missing =
    wanted !== undefined && !stored
      ? [{ path: "id", message: `There is no mapping rule ${wanted}` }]
      : [];
  const issues = [...missing, ...checkMappingRule(request, stored)];
  if (issues.length > 0) throw badRequest(issues);
  const id = stored?.id ?? (await takeMappingRuleId(sql));
  const partIds = await takeWorkflowPartIds(sql, countNewParts(request));
  const rule = buildMappingRule(request, stored, { id, partIds }, now);
  if (!stored) await addMappingRule(sql, rule);
  else if (rule !== stored) await writeMappingRule(sql, rule);
  return rule;
};
