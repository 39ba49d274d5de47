import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { withoutIds } from "#rule-model/draft/draft-rule.ts";

/**
 * A copy of a rule as a new one: “Copy of …”, without ids, and disabled, so that both don't run at once; the rest
 * byte for byte, metaData and tierData too.
 */
export const copyOfRule = (request: UpdateOrCreateMappingRule): UpdateOrCreateMappingRule => {
  const name = `Copy of ${request.name}`;
  const copy = withoutIds(request, "head");
  const inner = copy.rule.name === request.name ? name : copy.rule.name;
  return { ...copy, name, rule: { ...copy.rule, name: inner, enabled: false } };
};
