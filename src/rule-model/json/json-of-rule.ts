import { MappingRule } from "#contract/mapping-rules.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { readAnswer } from "#contract/read.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";

/** A request as indented JSON. */
export const jsonOfRule = (request: UpdateOrCreateMappingRule): string =>
  JSON.stringify(request, null, 2);

/** The request of a rule in the API's answer format; undefined where the text is something else. */
export const jsonOfAnswer = (text: string): string | undefined => {
  try {
    const request = toMappingRuleRequest(readAnswer(MappingRule, JSON.parse(text)).value);
    return request && jsonOfRule(request);
  } catch {
    return undefined;
  }
};
