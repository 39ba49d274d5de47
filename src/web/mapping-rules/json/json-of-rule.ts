import { MappingRule } from "#contract/mapping-rules.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { readAnswer } from "#contract/read.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";

/** A request as people read it. */
export const jsonOfRule = (request: UpdateOrCreateMappingRule): string =>
  JSON.stringify(request, null, 2);

/** The request of a rule that is written as the API answers it; undefined where it is none. */
export const jsonOfAnswer = (text: string): string | undefined => {
  try {
    const request = toMappingRuleRequest(readAnswer(MappingRule, JSON.parse(text)).value);
    return request && jsonOfRule(request);
  } catch {
    return undefined;
  }
};
