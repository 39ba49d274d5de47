import { maxNesting, maxRuleNodes } from "#contract/limits.ts";
import type { DraftStore } from "#rule-model/draft/draft-store.ts";
import type { Part, PartKey } from "#rule-model/draft/part.ts";
import { childrenIn, rootKey } from "#rule-model/draft/part.ts";
import type { RuleScope } from "#rule-model/workflow/operand-specs.ts";
import { fieldTypeId } from "#rule-model/workflow/operand-specs.ts";
import { workflowIndex } from "#rule-model/workflow/workflow-index.ts";
import type { PartProblem } from "./problem.ts";
import { fieldFault, problem, unknownId } from "./problem.ts";

type Found = readonly PartProblem[];

/** The input of a part's check. */
export interface CheckScope extends RuleScope {
  readonly draft: Pick<DraftStore, "get" | "part" | "size">;
}

const chosen = (
  field: string,
  id: number,
  noun: string,
  article: "a" | "an",
  records: ReadonlyMap<number, unknown>,
): Found => {
  if (!id) return [problem("error", field, `Select ${article} ${noun}`)];
  const fault = unknownId(`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`, id, records);
  return fault ? [problem(fault.kind, field, fault.message)] : [];
};

const assignedProblems = (scope: RuleScope, { data }: Part<"head">): Found => {
  const id = data.globalObjectFieldId;
  if (!id) return [];
  const fault = fieldFault(scope, id);
  if (fault) return [problem(fault.kind, "globalObjectFieldId", fault.message)];
  const index = workflowIndex(scope.workflow);
  const field = index.fields.get(id);
  return !field ||
    !data.globalDataTypeId ||
    fieldTypeId(field, data, index) === data.globalDataTypeId
    ? []
    : [
        problem(
          "warning",
          "globalDataTypeId",
          `“${field.name}” has a different data type than this rule`,
        ),
      ];
};

/** The problems of the mapping rule's own fields. */
export const checkHead = (scope: RuleScope, part: Part<"head">): Found => {
  const { events, dataTypes } = workflowIndex(scope.workflow);
  const { name, eventId, globalDataTypeId } = part.data;
  return [
    ...(name.trim() === "" ? [problem("error", "name", "Enter a name for the rule")] : []),
    ...chosen("eventId", eventId, "event", "an", events),
    ...chosen("globalDataTypeId", globalDataTypeId, "data type", "a", dataTypes),
    ...assignedProblems(scope, part),
  ];
};

const tierProblems = ({ draft }: RuleScope, part: Part<"rule">): Found => {
  const tiers = childrenIn(part, "childRules").map((key) => draft.part(key, "rule"));
  if (tiers.length === 0) return [problem("warning", "childRules", "No tiers yet. Add one.")];
  const always = tiers.findIndex((tier) => tier?.data.alwaysRun && tier.data.enabled !== false);
  return always < 0 || always === tiers.length - 1
    ? []
    : [
        problem(
          "warning",
          "childRules",
          `The tiers after “${tiers[always]?.data.name ?? ""}” never run, because that tier always runs. Move it to the end.`,
        ),
      ];
};

const runProblems = (part: Part<"rule">, isTier: boolean): Found => {
  const [groups, actions, rules] = (["groups", "actions", "childRules"] as const).map(
    (slot) => childrenIn(part, slot).length,
  ) as [number, number, number];
  const { alwaysRun } = part.data;
  return [
    ...(!alwaysRun && groups === 0
      ? [
          problem(
            "warning",
            "groups",
            "Without a condition this rule never runs. Add one, or enable “Always run”.",
          ),
        ]
      : []),
    ...(alwaysRun && groups > 0
      ? [problem("warning", "alwaysRun", "This rule always runs. Its conditions are ignored.")]
      : []),
    ...(actions === 0 && rules === 0 && !isTier
      ? [problem("warning", "actions", "This rule does nothing yet. Add an action.")]
      : []),
  ];
};

const sizeProblems = ({ draft }: CheckScope): Found => {
  // The head is not part of the tree.
  const count = draft.size() - 1;
  if (count <= maxRuleNodes) return [];
  const message = `A rule can have ${maxRuleNodes.toLocaleString("en")} parts, and this one has ${count.toLocaleString("en")}. Delete some, or split it into two rules.`;
  return [problem("error", undefined, message)];
};

/** The problems of a rule. */
export const checkRule = (scope: CheckScope, part: Part<"rule">): Found => {
  const { ruleTypes } = workflowIndex(scope.workflow);
  const { workflowRuleTypeId: typeId, name } = part.data;
  const isTier = ruleTypes.get(typeId)?.handle === "tier";
  const isRoot = part.key === rootKey;
  return [
    ...(isRoot ? sizeProblems(scope) : []),
    // The rule at the top has the name of its mapping rule.
    ...(!isRoot && name.trim() === ""
      ? [problem("warning", "name", "Enter a name to distinguish this rule from the others")]
      : []),
    ...chosen("workflowRuleTypeId", typeId, "rule type", "a", ruleTypes),
    ...runProblems(part, isTier),
    ...(isTier ? tierProblems(scope, part) : []),
  ];
};

/** The problems of a group. */
export const checkGroup = (_scope: RuleScope, part: Part<"group">): Found =>
  childrenIn(part, "conditions").length === 0
    ? [
        problem(
          "warning",
          "conditions",
          "A group without conditions is never met. Add a condition or delete the group.",
        ),
      ]
    : [];

/** The JSON level of a part's lists: each step down adds a list and a part. */
const levelOfLists = (draft: Pick<DraftStore, "get">, part: Part): number => {
  let level = 2;
  for (
    let key: PartKey | undefined = part.key;
    key !== undefined && key > rootKey;
    key = draft.get(key)?.parent
  )
    level += 2;
  return level;
};

/** An error where the nesting is deeper than the API accepts. */
export const checkNesting = ({ draft }: RuleScope, part: Part): Found =>
  levelOfLists(draft, part) < maxNesting
    ? []
    : [problem("error", undefined, "This is nested too deeply to be saved. Move it further out.")];
