import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { sameRule } from "#rule-model/diff/flat-rule.ts";
import {
  cacheMappingRule,
  mappingRuleList,
  readMappingRule,
  sendMappingRule,
} from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { notify } from "#web/ui/notify.ts";
import type { RuleWire } from "./rule-saving.ts";
import { rememberVersion } from "./rule-versions.ts";

/** A rule of the API that equals one that was sent; the newest of several. */
const findCreated = async (sent: UpdateOrCreateMappingRule) => {
  const { value } = await queryClient.fetchQuery({ ...mappingRuleList(), staleTime: 0 });
  const found = value
    .toSorted((one, other) => other.id - one.id)
    .find((rule) => {
      const request = toMappingRuleRequest(rule);
      return request !== undefined && sameRule(request, sent);
    });
  return found && { value: found, problems: [], total: undefined };
};

/** The API requests for the saving of one open rule. `onCreated` gets the id of a rule that had none. */
export const ruleWire = (onCreated: (id: number) => void): RuleWire => ({
  read: (id) => readMappingRule(id),
  send: sendMappingRule,
  findCreated,
  onRead: (answer) => void rememberVersionOf(answer, "read"),
  onSaved: (answer, created) => {
    cacheMappingRule(answer);
    void rememberVersionOf(answer, "saved");
    notify(created ? "Rule created" : "Changes saved");
    if (created) onCreated(answer.value.id);
  },
});

/** Stores a version that the API gave. */
export const rememberVersionOf = async (
  { value }: Parameters<RuleWire["onRead"]>[0],
  how: "read" | "saved",
): Promise<void> => {
  const request = toMappingRuleRequest(value);
  if (!request) return;
  const savedAt = value.updatedAt ?? undefined;
  await rememberVersion(value.id, { request, at: Date.now(), savedAt, how });
  await queryClient.invalidateQueries({ queryKey: ["mapping-rules", "versions", value.id] });
};
