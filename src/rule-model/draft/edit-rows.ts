import { isTier } from "#rules/rule-catalogue.ts";
import type { Builder } from "./builder.ts";
import { addNew, kindNames } from "./commands.ts";
import { keysInOrder } from "./document-order.ts";
import type { Target } from "./edit-draft.ts";
import { addTree, placeOfPart } from "./edit-draft.ts";
import { newRule, ruleTypeId } from "./new-parts.ts";
import type { Part, PartKey } from "./part.ts";
import { childrenIn } from "./part.ts";

/** The row to fill in after a part was added: a group's condition, else the added part itself. */
const rowToFill = ({ draft }: Pick<Builder, "draft">, key: PartKey): PartKey => {
  const part = draft.get(key);
  return part?.kind === "group" ? (childrenIn(part, "conditions")[0] ?? key) : key;
};

/** Adds a part and opens it, with the parts around it unfolded. */
export const addAndOpen = (builder: Builder, target: Target): void => {
  const added = addNew(builder, target);
  if (added === undefined) return;
  builder.check.hideProblems(keysInOrder(builder.draft, added));
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
  const place = placeOfPart(builder.draft, key);
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
  const added = addTree(
    draft,
    tier,
    { parent: key, slot: "childRules", at: 0 },
    "add tiers",
    (writer) => {
      const rule = writer.get(key);
      if (rule?.kind === "rule")
        writer.put({ ...rule, data: { ...rule.data, workflowRuleTypeId } });
    },
  );
  if (added === undefined) return;
  check.hideProblems(keysInOrder(draft, added));
  view.edit(added);
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
