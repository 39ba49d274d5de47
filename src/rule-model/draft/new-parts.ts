import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import type { RuleTypeHandle } from "#contract/handles.ts";
import { isTier } from "#rules/rule-catalogue.ts";
import { actionChoices, comparatorChoices } from "#rule-model/workflow/choices.ts";
import type { RuleScope } from "#rule-model/workflow/operand-specs.ts";
import { picksEntry, scopeWith } from "#rule-model/workflow/operand-specs.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";
import { workflowIndex } from "#rule-model/workflow/workflow-index.ts";
import type { Tree, Target } from "./draft-rule.ts";
import { findPlace } from "./draft-rule.ts";
import type { Part, PartKey, Slot } from "./part.ts";
import { childrenIn, headKey, kindIn, kindNames } from "./part.ts";
import type { Builder } from "./builder.ts";
import { addTree } from "./edit-draft.ts";

/*
 * New parts, as trees of the request (api 4.6) to add to a draft. Fields that the user has to choose are 0, which the
 * check reports in words; fields with an obvious value have it.
 */

/** A key that no draft uses. */
const nowhere: PartKey = -1;

const readFieldId = (part: Part | undefined): number =>
  part?.kind === "condition" || part?.kind === "action" ? part.data.globalObjectFieldId : 0;

const emptyCondition: UpdateOrCreateCondition = {
  globalObjectFieldId: 0,
  workflowDataTypeComparatorId: 0,
  childConditions: [],
};

/** A condition without a field, unless it tests the named value that the condition around it picks. */
export const newCondition = (scope: RuleScope, parent?: PartKey): UpdateOrCreateCondition => {
  const outer = parent === undefined ? undefined : scope.draft.get(parent);
  if (outer?.kind !== "condition" || !picksEntry(outer, scope.workflow)) return emptyCondition;
  const data = { ...emptyCondition, globalObjectFieldId: readFieldId(outer) };
  const part: Part = {
    key: nowhere,
    kind: "condition",
    parent: outer.key,
    slot: "childConditions",
    data,
    children: {},
  };
  const [first] = comparatorChoices(scopeWith(scope, part), nowhere);
  return { ...data, workflowDataTypeComparatorId: first?.id ?? 0 };
};

const emptyAction: UpdateOrCreateAction = {
  globalObjectFieldId: 0,
  workflowDataTypeActionId: 0,
  childActions: [],
};

/** An action on the field that the rule assigns to, or on the named value that the action around it picks. */
const newAction = (scope: RuleScope, parent?: PartKey): UpdateOrCreateAction => {
  const outer = parent === undefined ? undefined : scope.draft.get(parent);
  const inside = outer?.kind === "action";
  const assigned = scope.draft.part(headKey, "head")?.data.globalObjectFieldId ?? 0;
  const data = { ...emptyAction, globalObjectFieldId: inside ? readFieldId(outer) : assigned };
  const part: Part = {
    key: nowhere,
    kind: "action",
    parent: outer?.key,
    slot: inside ? "childActions" : "actions",
    data,
    children: {},
  };
  const [first] = actionChoices(scopeWith(scope, part), nowhere);
  return { ...data, workflowDataTypeActionId: first?.id ?? 0 };
};

/** A group with one condition to fill in: an empty group would never hold. */
export const newGroup = (): UpdateOrCreateGroup => ({ conditions: [emptyCondition] });

/** The id of a rule type, 0 where the workflow has none of that handle. */
export const ruleTypeId = (workflow: Workflow, handle: RuleTypeHandle): number =>
  [...workflowIndex(workflow).ruleTypes.values()].find((type) => type.handle === handle)?.id ?? 0;

const holdsTiers = ({ workflow }: RuleScope, part: Part | undefined): boolean =>
  part?.kind === "rule" &&
  workflowIndex(workflow).ruleTypes.get(part.data.workflowRuleTypeId)?.handle === "tier";

/** A rule inside another, with a condition and an action to fill in: a tier where the outer rule holds tiers. */
const newRule = (scope: RuleScope, parent?: PartKey): UpdateOrCreateWorkflowRule => {
  const outer = parent === undefined ? undefined : scope.draft.get(parent);
  const place = childrenIn(outer, "childRules").length + 1;
  return {
    name: holdsTiers(scope, outer) ? `Tier ${place}` : `Rule ${place}`,
    workflowRuleTypeId: ruleTypeId(scope.workflow, "conditional"),
    alwaysRun: false,
    enabled: true,
    groups: [newGroup()],
    actions: [newAction(scope)],
    childRules: [],
  };
};

/** A new part of the kind that a list holds. */
const newTree = (scope: RuleScope, parent: PartKey, slot: Slot): Tree => {
  const kind = kindIn[slot];
  const makers = {
    rule: () => newRule(scope, parent),
    group: newGroup,
    condition: () => newCondition(scope, parent),
    action: () => newAction(scope, parent),
  };
  return makers[kind]();
};

const onlyId = (records: readonly { readonly id: number }[]): number =>
  records.length === 1 ? (records[0]?.id ?? 0) : 0;

/** A mapping rule with nothing chosen yet: one group with one condition, and no action until its field is known. */
export const newMappingRule = (workflow: Workflow): UpdateOrCreateMappingRule => ({
  name: "",
  description: "",
  eventId: onlyId(workflow.metaData.events),
  useOriginalInputValue: false,
  globalDataTypeId: 0,
  rule: {
    name: "",
    workflowRuleTypeId: ruleTypeId(workflow, "conditional"),
    alwaysRun: false,
    enabled: true,
    groups: [newGroup()],
    actions: [emptyAction],
    childRules: [],
  },
});

/** Adds a new part to a list and returns its key. */
export const addNew = (
  scope: Pick<Builder, "draft" | "workflow">,
  { parent, slot, at }: Target,
): PartKey | undefined =>
  addTree(
    scope.draft,
    newTree(scope, parent, slot),
    { parent, slot, at },
    `add ${kindNames[kindIn[slot]]}`,
  );

/** The row to fill in after a part was added: a group's condition, else the added part itself. */
const rowToFill = ({ draft }: Pick<Builder, "draft">, key: PartKey): PartKey => {
  const part = draft.get(key);
  return part?.kind === "group" ? (childrenIn(part, "conditions")[0] ?? key) : key;
};

/** Adds a part and opens it, with the parts around it unfolded. */
export const addAndOpen = (builder: Builder, target: Target): void => {
  const added = builder.check.addHidden(() => addNew(builder, target));
  if (added === undefined) return;
  builder.view.collapse([target.parent], false);
  builder.view.edit(rowToFill(builder, added));
};

/** Adds at the end of a list. */
export const addLast = (builder: Builder, parent: PartKey, slot: Target["slot"]): void =>
  addAndOpen(builder, {
    parent,
    slot,
    at: childrenIn(builder.draft.get(parent), slot).length,
  });

/** Adds another part of its kind after one. */
export const addAfter = (builder: Builder, key: PartKey): void => {
  const place = findPlace(builder.draft, key);
  if (place && place.slot !== "rule") addAndOpen(builder, { ...place, at: place.at + 1 });
};

/** Whether the rules inside a rule are tiers. */
export const isTierRule = ({ workflow }: Pick<Builder, "workflow">, rule: Part<"rule">): boolean =>
  isTier({ ...rule.data, groups: [], actions: [] }, workflow.catalogue);

/** Makes the rules inside a rule tiers, and adds the first one, as one undo step. */
export const addFirstTier = (builder: Builder, key: PartKey): void => {
  const { check, draft, view, workflow } = builder;
  const tier = { ...newRule(builder, key), name: "Tier 1" };
  const workflowRuleTypeId = ruleTypeId(workflow, "tier");
  const place: Target = { parent: key, slot: "childRules", at: 0 };
  const added = check.addHidden(() =>
    addTree(draft, tier, place, "add tiers", (writer) => {
      const rule = writer.get(key);
      if (rule?.kind === "rule")
        writer.put({ ...rule, data: { ...rule.data, workflowRuleTypeId } });
    }),
  );
  if (added !== undefined) view.edit(added);
};

/** The action of a click or Enter on a row: a group folds, any other row opens. */
export const openRow = ({ draft, view }: Pick<Builder, "draft" | "view">, key: PartKey): void => {
  const kind = draft.get(key)?.kind;
  if (kind === "group") view.collapse([key], view.get(key)?.collapsed !== true);
  else if (kind !== undefined && kind !== "head") view.edit(key);
};

/** The undo name of an edit of a part. */
export const editName = (part: Part, field: string) => ({
  label: `edit ${kindNames[part.kind]}`,
  burst: `${part.key}:${field}`,
});
