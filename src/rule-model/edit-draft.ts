import type { RuleTypeHandle } from "#contract/handles.ts";
import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import { isTier } from "#rules/rule-catalogue.ts";
import type { Builder } from "./builder.ts";
import { actionChoices, comparatorChoices } from "./choices.ts";
import { describeParts } from "./describe-parts.ts";
import {
  addTreeParts,
  findPlace,
  isWithin,
  keysInOrder,
  outerKeys,
  type Target,
  type Tree,
  withoutIds,
} from "./draft-rule.ts";
import type { DraftStore, PartWriter } from "./draft-store.ts";
import type { StepName } from "./history.ts";
import { picksEntry, type RuleScope, scopeWith } from "./operand-specs.ts";
import {
  childrenIn,
  headKey,
  kindIn,
  kindNames,
  listChildKeys,
  type Part,
  type PartData,
  type PartKey,
  type PartKind,
  type Slot,
  slotsByKind,
} from "./part.ts";
import { workflowIndex } from "./workflow.ts";
import type { Workflow } from "./workflow.ts";

type Draft = Pick<DraftStore, "get">;

/* A change of several parts is one step of undo. */

/** Writes fields of one part, if they differ. */
export const writeData = <K extends PartKind>(
  writer: PartWriter,
  key: PartKey,
  kind: K,
  change: Partial<PartData[K]>,
): void => {
  const part = writer.get(key);
  if (part?.kind !== kind) return;
  const unchanged = Object.entries(change).every(
    ([field, value]) => part.data[field as keyof typeof part.data] === value,
  );
  if (!unchanged) writer.put({ ...part, data: { ...part.data, ...change } } as Part);
};

/** Changes fields of one part. */
export const setPart = <K extends PartKind>(
  draft: DraftStore,
  key: PartKey,
  kind: K,
  change: Partial<PartData[K]>,
  name: StepName,
): void => draft.edit(name, (writer) => writeData(writer, key, kind, change));

/** Changes a list of a part. */
const putChildren = (
  writer: PartWriter,
  parentKey: PartKey,
  slot: Slot,
  change: (keys: readonly PartKey[]) => readonly PartKey[],
): void => {
  const parent = writer.get(parentKey);
  if (parent)
    writer.put({
      ...parent,
      children: { ...parent.children, [slot]: change(childrenIn(parent, slot)) },
    });
};

/** Adds trees (new parts with all parts inside them) side by side, and returns the keys of their top parts. */
export const addTrees = (
  draft: DraftStore,
  trees: readonly Tree[],
  { parent, slot, at }: Target,
  label: string,
  before?: (writer: PartWriter) => void,
): PartKey[] => {
  const added: PartKey[] = [];
  draft.edit({ label }, (writer) => {
    before?.(writer);
    for (const tree of trees) {
      const parts = addTreeParts(tree, kindIn[slot], { parent, slot }, writer.newKey);
      for (const part of parts) writer.put(part);
      if (parts[0]) added.push(parts[0].key);
    }
    putChildren(writer, parent, slot, (keys) => keys.toSpliced(at, 0, ...added));
  });
  return added;
};

/** Whether a part may move to a place: the list holds its kind, and the part does not go into itself. */
export const canMove = (draft: Draft, key: PartKey, { parent, slot }: Target): boolean => {
  const [part, into] = [draft.get(key), draft.get(parent)];
  const slots: readonly Slot[] = into ? slotsByKind[into.kind] : [];
  return (
    part !== undefined &&
    part.slot !== "rule" &&
    slots.includes(slot) &&
    kindIn[slot] === part.kind &&
    !isWithin(draft, parent, key)
  );
};

/** The parts of these keys. */
export const partsAt = (draft: Draft, keys: readonly PartKey[]): Part[] =>
  keys.flatMap((key) => draft.get(key) ?? []);

/** The keys whose parts can be moved, in the order of the screen; a part inside another moves with it. */
export const outermost = (draft: Draft, keys: Iterable<PartKey>): PartKey[] => {
  const wanted = new Set(
    [...keys].filter((key) => {
      const slot = draft.get(key)?.slot;
      return slot !== undefined && slot !== "rule";
    }),
  );
  const outer = [...wanted].filter(
    (key) => !outerKeys(draft, key).some((outer) => wanted.has(outer)),
  );
  if (outer.length < 2) return outer;
  const chosen = new Set(outer);
  return keysInOrder(draft).filter((key) => chosen.has(key));
};

const leaveList = (writer: PartWriter, keys: ReadonlySet<PartKey>): void => {
  const lists = new Map<string, readonly [PartKey, Slot]>();
  for (const key of keys) {
    const part = writer.get(key);
    if (part?.parent !== undefined && part.slot)
      lists.set(`${part.parent} ${part.slot}`, [part.parent, part.slot]);
  }
  for (const [parent, slot] of lists.values())
    putChildren(writer, parent, slot, (list) => list.filter((key) => !keys.has(key)));
};

const removeInside = (writer: PartWriter, key: PartKey): void => {
  const part = writer.get(key);
  if (!part) return;
  for (const child of listChildKeys(part)) removeInside(writer, child);
  writer.remove(key);
};

/** Removes parts, with all parts inside them. */
export const removeParts = (draft: DraftStore, keys: readonly PartKey[]): void =>
  draft.edit({ label: `delete ${describeParts(partsAt(draft, keys))}` }, (writer) => {
    leaveList(writer, new Set(keys));
    for (const key of keys) removeInside(writer, key);
  });

/** Whether all of these may move there. */
export const canMoveAll = (draft: Draft, keys: readonly PartKey[], target: Target): boolean =>
  keys.length > 0 && keys.every((key) => canMove(draft, key, target));

/** Moves parts side by side before the sibling at `target.at`, which counts the siblings before the move. */
export const moveParts = (draft: DraftStore, keys: readonly PartKey[], target: Target): boolean => {
  if (!canMoveAll(draft, keys, target)) return false;
  const { parent, slot } = target;
  const moving = new Set(keys);
  const before = childrenIn(draft.get(parent), slot);
  const anchor = before.slice(target.at).find((key) => !moving.has(key));
  const staying = before.filter((key) => !moving.has(key));
  const at = anchor === undefined ? staying.length : staying.indexOf(anchor);
  const after = staying.toSpliced(at, 0, ...keys);
  if (after.length === before.length && after.every((key, place) => key === before[place]))
    return false;
  draft.edit({ label: `move ${describeParts(partsAt(draft, keys))}` }, (writer) => {
    leaveList(writer, moving);
    putChildren(writer, parent, slot, () => after);
    for (const key of keys) {
      const part = writer.get(key);
      if (part) writer.put({ ...part, parent, slot } as Part);
    }
  });
  return true;
};

/** Adds copies of parts after the last of them; copies have no server ids. Parts of several kinds are not copied. */
export const duplicateParts = (
  { draft, trees }: Pick<Builder, "draft" | "trees">,
  keys: readonly PartKey[],
): PartKey[] => {
  const parts = partsAt(draft, keys);
  const last = parts.at(-1);
  const place = last && findPlace(draft, last.key);
  if (!place || parts.some(({ kind }) => kind !== last.kind)) return [];
  const copies = parts.flatMap(({ key, kind }) => {
    const tree = trees.buildTree(key);
    return tree ? [withoutIds(tree, kind)] : [];
  });
  const label = `duplicate ${parts.length === 1 ? kindNames[last.kind] : describeParts(parts)}`;
  return addTrees(draft, copies, { ...place, at: place.at + 1 }, label);
};

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
const newCondition = (scope: RuleScope, parent?: PartKey): UpdateOrCreateCondition => {
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
const newGroup = (): UpdateOrCreateGroup => ({ conditions: [emptyCondition] });

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
  addTrees(
    scope.draft,
    [newTree(scope, parent, slot)],
    { parent, slot, at },
    `add ${kindNames[kindIn[slot]]}`,
  )[0];

/** The row to fill in after a part was added: a group's condition, else the added part itself. */
const rowToFill = ({ draft }: Pick<Builder, "draft">, key: PartKey): PartKey => {
  const part = draft.get(key);
  return part?.kind === "group" ? (childrenIn(part, "conditions")[0] ?? key) : key;
};

/** The row that each draft's last step added, and the draft's version then. */
const justAdded = new WeakMap<object, { readonly key: PartKey; readonly version: number }>();

const openAdded = ({ draft, view }: Builder, key: PartKey): void => {
  justAdded.set(draft, { key, version: draft.history().version });
  view.edit(key);
};

/** Whether a row was added by the last step, and nothing was entered since. */
export const isJustAdded = ({ draft }: Pick<Builder, "draft">, key: PartKey): boolean => {
  const added = justAdded.get(draft);
  return added?.key === key && added.version === draft.history().version;
};

/** Adds a part and opens it, with the parts around it unfolded. */
const addAndOpen = (builder: Builder, target: Target): void => {
  const added = builder.check.addHidden(() => addNew(builder, target));
  if (added === undefined) return;
  builder.view.collapse([target.parent], false);
  openAdded(builder, rowToFill(builder, added));
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
  const { check, draft, workflow } = builder;
  const tier = { ...newRule(builder, key), name: "Tier 1" };
  const workflowRuleTypeId = ruleTypeId(workflow, "tier");
  const place: Target = { parent: key, slot: "childRules", at: 0 };
  const added = check.addHidden(() => {
    const [first] = addTrees(draft, [tier], place, "add tiers", (writer) => {
      writeData(writer, key, "rule", { workflowRuleTypeId });
    });
    return first;
  });
  if (added !== undefined) openAdded(builder, added);
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
