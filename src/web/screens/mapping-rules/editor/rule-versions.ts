import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { sameRule } from "#rule-model/flat-rule.ts";
import type { Answer } from "#web/api/call.ts";
import { invalidate } from "#web/api/query-client.ts";
import { rememberMany } from "#web/base/remember-many.ts";

export interface RuleVersion {
  readonly request: UpdateOrCreateMappingRule;
  /** The time when it was first seen, in milliseconds. */
  readonly at: number;
  /** The time when it was saved, where the API gives it. */
  readonly savedAt: string | undefined;
  readonly how: "saved" | "read";
}

/** The oldest are dropped first. */
export const maxVersions = 30;

/** Of the rules that were opened last. */
const versions = rememberMany<readonly RuleVersion[]>("rule-versions", "records", 500);

/** The versions of a rule that this browser has seen, the latest first. */
export const rememberedVersions = async (id: number): Promise<readonly RuleVersion[]> =>
  (await versions.get(id)) ?? [];

export const storeVersion = async (
  { value }: Pick<Answer<MappingRule>, "value">,
  how: "read" | "saved",
): Promise<void> => {
  const request = toMappingRuleRequest(value);
  if (!request) return;
  const savedAt = value.updatedAt ?? undefined;
  const earlier = await rememberedVersions(value.id);
  if (earlier[0] && sameRule(earlier[0].request, request)) return;
  const latest = { request, at: Date.now(), savedAt, how };
  await versions.set([value.id, [latest, ...earlier].slice(0, maxVersions)]);
  await invalidate({ queryKey: ["mapping-rules", "versions", value.id] });
};
