import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import { fieldWords, type Wording } from "#rules/describe-operands.ts";
import { describeAction, describeCondition } from "#rules/describe-rule.ts";
import { findInheritedType, isTier } from "#rules/rule-catalogue.ts";
import { shownText } from "#rules/shown-text.ts";
import {
  changedFields,
  effectiveValue,
  type FlatPart,
  type FlatRule,
  flatRule,
  headId,
  type KeyOf,
  movedIds,
  namesIn,
  type PartId,
  sameRule,
} from "./flat-rule.ts";
import { type PartKind, type Slot, slotsByKind } from "./part.ts";
import { cutEnd, cutPair } from "./text-changes.ts";
import { createWording, type Workflow } from "./workflow.ts";

/** The name of a field in a list of changes, and the text of its value. */
interface FieldWords {
  readonly label: string;
  readonly value?: (value: unknown, wording: Wording) => string;
}

const onOff = (value: unknown): string => (value === true ? "on" : "off");
const yesNo = (value: unknown): string => (value === true ? "yes" : "no");
const toId = (value: unknown): number => (typeof value === "number" ? value : 0);

/** The choices of a rule's start value (api 2.15, useOriginalInputValue). */
export const startWords = {
  original: "starts with the original value",
  earlier: "starts with the result of earlier rules",
} as const;

const fields: Readonly<Record<string, FieldWords>> = {
  name: { label: "name" },
  description: { label: "description" },
  eventId: { label: "event" },
  useOriginalInputValue: {
    label: "start",
    value: (value) => (value === true ? startWords.original : startWords.earlier),
  },
  globalObjectFieldId: {
    label: "field",
    value: (value, wording) => (value ? fieldWords(toId(value), wording) : "none"),
  },
  globalDataTypeId: {
    label: "data type",
    value: (value, { catalogue }) =>
      catalogue.dataTypeHandles.get(toId(value)) ?? (value ? `type ${String(value)}` : "none"),
  },
  enabled: { label: "state", value: (value) => (value === true ? "enabled" : "disabled") },
  alwaysRun: { label: "“always run”", value: onOff },
  workflowRuleTypeId: {
    label: "rule type",
    value: (value, { catalogue }) =>
      catalogue.ruleTypeHandles.get(toId(value)) ?? `type ${String(value)}`,
  },
  tierData: { label: "tier data" },
  metaData: { label: "extra data (metaData)" },
  headerName: { label: "column name" },
  fieldArrayMustMatchAll: { label: "every entry of the field must match", value: yesNo },
  conditionArrayMustMatchAll: { label: "every value of the condition must match", value: yesNo },
  applyToMatchedOnly: { label: "only where the conditions are met", value: yesNo },
};

/** Longer texts of a field do not help in a list of changes. */
const longestText = 160;
const toText = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? "");
const inQuotes = (value: unknown, text: string): string =>
  value === null || value === undefined || value === "" ? "nothing" : `“${shownText(text)}”`;

export const fieldLabel = (field: string): string => fields[field]?.label ?? field;

export const fieldValueWords = (field: string, value: unknown, wording: Wording): string =>
  fields[field]?.value?.(effectiveValue(field, value), wording) ??
  inQuotes(value, cutEnd(toText(value), longestText));

/** One field before and after, in words; long texts are cut so that the difference is visible. */
const fieldChange = (
  field: string,
  before: object,
  after: object,
  wording: Wording,
): { label: string; before: string; after: string } => {
  const valueIn = (tree: object) => (tree as Record<string, unknown>)[field];
  const [one, other] = [valueIn(before), valueIn(after)];
  const label = fieldLabel(field);
  if (fields[field]?.value) {
    const words = (value: unknown) => fieldValueWords(field, value, wording);
    return { label, before: words(one), after: words(other) };
  }
  const [was, is] = cutPair(toText(one), toText(other), longestText);
  return { label, before: inQuotes(one, was), after: inQuotes(other, is) };
};

/** Longer sentences do not help in a list of changes. */
const longest = 400;

const groupWords = ({ conditions }: UpdateOrCreateGroup, wording: Wording): string => {
  const shown = conditions.slice(0, 8).map((one) => describeCondition(one, wording));
  const more = conditions.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(" and ") || "no conditions yet";
};

const words: Readonly<Record<PartKind, (tree: never, wording: Wording) => string>> = {
  head: () => "",
  rule: (tree: UpdateOrCreateWorkflowRule) =>
    tree.name ? `“${shownText(tree.name)}”` : "without a name",
  group: groupWords,
  condition: (tree: UpdateOrCreateCondition, wording) => describeCondition(tree, wording),
  action: (tree: UpdateOrCreateAction, wording) => describeAction(tree, wording),
};

const contentWords = ({ kind, tree }: FlatPart, wording: Wording): string =>
  words[kind](tree as never, wording);

/** Describes a part's content. */
export const describeContent = (part: FlatPart, wording: Wording): string =>
  cutEnd(contentWords(part, wording), longest);

/** A part's content before and after; long texts are cut so that the difference is visible. */
const contentChange = (
  one: FlatPart,
  other: FlatPart,
  wordings: Readonly<Record<"before" | "after", Wording>>,
): readonly [before: string, after: string] =>
  cutPair(contentWords(one, wordings.before), contentWords(other, wordings.after), longest);

const nouns: Readonly<Record<Slot, string>> = {
  rule: "rule",
  groups: "group",
  actions: "action",
  childRules: "rule inside",
  conditions: "condition",
  childConditions: "condition on its value",
  childActions: "action on its value",
};

/** The noun of a part: “condition”, “tier”. */
const namePartKind = (part: FlatPart, flat: FlatRule, { catalogue }: Wording): string => {
  if (part.slot === undefined) return "mapping rule";
  const parent = flat.get(part.parent ?? headId);
  const tiers = parent?.kind === "rule" && isTier(parent.tree as never, catalogue);
  return part.slot === "childRules" && tiers ? "tier" : nouns[part.slot];
};

/** A part's place among its siblings, from 1. */
const placeIn = (part: FlatPart, flat: FlatRule): number =>
  part.slot === undefined || part.parent === undefined
    ? 1
    : namesIn(flat.get(part.parent), part.slot).indexOf(part.id) + 1;

/** The outermost row that contains a part: its sentence includes the parts inside it. */
const findOuterRow = (part: FlatPart, flat: FlatRule): FlatPart => {
  const parent = part.parent === undefined ? undefined : flat.get(part.parent);
  return parent?.kind === part.kind && part.kind !== "rule" ? findOuterRow(parent, flat) : part;
};

const steps = (part: FlatPart, flat: FlatRule, wording: Wording): readonly string[] => {
  const parent = part.parent === undefined ? undefined : flat.get(part.parent);
  if (!parent || parent.kind === "head") return [];
  const outer = steps(parent, flat, wording);
  if (parent.kind === "rule")
    return parent.parent === headId
      ? outer
      : [...outer, `${namePartKind(parent, flat, wording)} ${describeContent(parent, wording)}`];
  if (parent.kind !== "group") return outer;
  const rule = flat.get(parent.parent ?? headId);
  const alone = namesIn(rule, "groups").length < 2;
  return alone ? outer : [...outer, `group ${placeIn(parent, flat)}`];
};

/** The path to a part, outermost first: “tier “Heavy”, group 2”; empty where there is only one possible place. */
const describeLocation = (part: FlatPart, flat: FlatRule, wording: Wording): string =>
  steps(part, flat, wording).join(", ");

/** One difference between two versions of a rule, in words. */
export interface RuleChange {
  readonly kind: "added" | "removed" | "moved" | "changed";
  readonly id: PartId;
  /** The tree of the changed part: of the later version, or of the earlier one for a deleted part. */
  readonly tree: object;
  /** The changed part: “condition in group 2”. */
  readonly subject: string;
  /** The text before; empty for an added part. For a move: the place before. */
  readonly before: string;
  /** The text after; empty for a deleted part. For a move: the place after. */
  readonly after: string;
  /** The moved part itself. */
  readonly what?: string;
}

interface Versions {
  readonly before: FlatRule;
  readonly after: FlatRule;
  readonly wordings: { readonly before: Wording; readonly after: Wording };
}

export const describeSubject = (
  part: FlatPart,
  flat: FlatRule,
  wording: Wording,
  name = "",
): string => {
  const where = describeLocation(part, flat, wording);
  return `${namePartKind(part, flat, wording)}${name}${where === "" ? "" : ` in ${where}`}`;
};

/** Fields that a sentence does not contain. */
const fieldsOutsideSentence = new Set(["metaData", "headerName"]);

/** Whether a part's sentence hides a change of one of its fields. */
const hidesField = (
  field: string,
  one: FlatPart,
  other: FlatPart,
  { wordings: { after } }: Versions,
): boolean => {
  if (fieldsOutsideSentence.has(field)) return true;
  // Only a sentence with several values says whether all are required.
  if (field !== "conditionArrayMustMatchAll") return false;
  const was = (one.tree as UpdateOrCreateCondition)[field];
  const unchanged = { ...other, tree: { ...other.tree, [field]: was } };
  return describeContent(unchanged, after) === describeContent(other, after);
};

const fieldChanges = (
  one: FlatPart,
  other: FlatPart,
  names: readonly string[],
  { after, wordings }: Versions,
): RuleChange[] =>
  names.map((name) => {
    const change = fieldChange(name, one.tree, other.tree, wordings.after);
    const whole = other.kind === "head" || other.id === "root";
    // The position identifies one of several tiers; a new name is a change of its own.
    const named = other.kind === "rule" && name !== "name";
    const called = named ? ` ${describeContent(other, wordings.after)}` : "";
    const subject = whole
      ? change.label
      : `${change.label} of ${describeSubject(other, after, wordings.after, called)}`;
    return { ...change, kind: "changed", id: other.id, tree: other.tree, subject };
  });

const sentenceChange = (
  one: FlatPart,
  other: FlatPart,
  { after, wordings }: Versions,
): RuleChange => {
  const subject = describeSubject(other, after, wordings.after);
  const [was, is] = contentChange(one, other, wordings);
  return { kind: "changed", id: other.id, tree: other.tree, subject, before: was, after: is };
};

/** A head and a rule of the same name show one name. */
const ownFields = (
  one: FlatPart,
  other: FlatPart,
  { before, after }: Versions,
): readonly string[] => {
  const fields = changedFields(other.kind, one.tree, other.tree);
  if (other.id !== "root") return fields;
  const heads = [before.get(headId)?.tree, after.get(headId)?.tree] as { name?: string }[];
  const roots = [one.tree, other.tree] as { name?: string }[];
  const alike = heads.every((head, at) => head?.name === roots[at]?.name);
  return alike ? fields.filter((field) => field !== "name") : fields;
};

const partChanges = (
  one: FlatPart,
  other: FlatPart,
  rowsTouched: ReadonlySet<PartId>,
  versions: Versions,
): RuleChange[] => {
  const fields = ownFields(one, other, versions);
  if (other.kind === "head" || other.kind === "rule")
    return fieldChanges(one, other, fields, versions);
  if (fields.length === 0 && !rowsTouched.has(other.id)) return [];
  if (other.kind === "group") return [];
  const change = sentenceChange(one, other, versions);
  const isVisible = change.before !== change.after || fields.length === 0;
  const silent = isVisible
    ? fields.filter((field) => hidesField(field, one, other, versions))
    : fields;
  return [...(isVisible ? [change] : []), ...fieldChanges(one, other, silent, versions)];
};

const isRow = (part: FlatPart, flat: FlatRule): boolean => findOuterRow(part, flat) === part;

/** The rows with changes inside: a child condition added, deleted, moved or changed. */
const touchedRows = ({ before, after }: Versions): ReadonlySet<PartId> => {
  const rows = new Set<PartId>();
  const touch = (part: FlatPart, flat: FlatRule) => {
    const row = findOuterRow(part, flat);
    if (row !== part) rows.add(row.id);
  };
  for (const part of after.values()) {
    const was = before.get(part.id);
    if (!was || was.parent !== part.parent || changedFields(part.kind, was.tree, part.tree).length)
      touch(part, after);
    else if (part.kind === "condition" || part.kind === "action") {
      const [slot] = slotsByKind[part.kind];
      const [old, now] = [namesIn(was, slot), namesIn(part, slot)];
      if (old.join() !== now.join()) rows.add(findOuterRow(part, after).id);
    }
  }
  for (const part of before.values()) if (!after.has(part.id)) touch(part, before);
  return rows;
};

const movedInLists = ({ before, after }: Versions): ReadonlySet<PartId> => {
  const moved = new Set<PartId>();
  for (const part of after.values()) {
    const was = before.get(part.id);
    for (const slot of slotsByKind[part.kind]) {
      const [old, now] = [namesIn(was, slot), namesIn(part, slot)];
      if (was && old.join() !== now.join()) for (const id of movedIds(old, now)) moved.add(id);
    }
  }
  return moved;
};

export const placeWords = (part: FlatPart, flat: FlatRule, wording: Wording): string => {
  const where = describeLocation(part, flat, wording);
  const place = `place ${placeIn(part, flat)}`;
  return where === "" ? place : `${place} in ${where}`;
};

const findMove = (
  one: FlatPart,
  other: FlatPart,
  { before, after, wordings }: Versions,
): RuleChange => ({
  kind: "moved",
  id: other.id,
  tree: other.tree,
  subject: namePartKind(other, after, wordings.after),
  before: placeWords(one, before, wordings.before),
  after: placeWords(other, after, wordings.after),
  what: describeContent(other, wordings.after),
});

const newPart = (part: FlatPart, { after, wordings }: Versions): RuleChange => ({
  kind: "added",
  id: part.id,
  tree: part.tree,
  subject: describeSubject(part, after, wordings.after),
  before: "",
  after: describeContent(part, wordings.after),
});

const goneParts = ({ before, after, wordings }: Versions): RuleChange[] =>
  [...before.values()]
    .filter((part) => !after.has(part.id) && after.has(part.parent ?? headId))
    .filter((part) => isRow(part, before))
    .map((part) => ({
      kind: "removed",
      id: part.id,
      tree: part.tree,
      subject: describeSubject(part, before, wordings.before),
      before: describeContent(part, wordings.before),
      after: "",
    }));

const changesOfPart = (
  part: FlatPart,
  versions: Versions,
  rows: ReadonlySet<PartId>,
  moved: ReadonlySet<PartId>,
): RuleChange[] => {
  const { before, after } = versions;
  const was = before.get(part.id);
  const row = isRow(part, after);
  if (!was) return row && before.has(part.parent ?? headId) ? [newPart(part, versions)] : [];
  if (!row) return [];
  const elsewhere = was.parent !== part.parent || was.slot !== part.slot || moved.has(part.id);
  return [
    ...(elsewhere ? [findMove(was, part, versions)] : []),
    ...partChanges(was, part, rows, versions),
  ];
};

/** Returns the wording of a version: its data type decides how inherited fields are described. */
export type WordingOf = (rule: UpdateOrCreateMappingRule) => Wording;

/** The changes from one version of a rule to another, in words. `keyOf` identifies parts that have no id yet. */
export const diffRules = (
  one: UpdateOrCreateMappingRule,
  other: UpdateOrCreateMappingRule,
  createWording: WordingOf,
  keyOf?: KeyOf,
): readonly RuleChange[] => {
  // A part that was deleted and added again unchanged is no difference: without an id, the two cannot be matched.
  if (sameRule(one, other)) return [];
  const versions: Versions = {
    before: flatRule(one, keyOf),
    after: flatRule(other, keyOf),
    wordings: { before: createWording(one), after: createWording(other) },
  };
  const [rows, moved] = [touchedRows(versions), movedInLists(versions)];
  return [
    ...[...versions.after.values()].flatMap((part) => changesOfPart(part, versions, rows, moved)),
    ...goneParts(versions),
  ];
};

const verbs = { added: "Added", removed: "Removed", moved: "Moved", changed: "Changed" } as const;

/** One change as a sentence: for reading aloud, for copying, for tests. */
export const changeSentence = (change: RuleChange): string => {
  const { kind, subject, before, after, what } = change;
  const lead = `${verbs[kind]} ${subject}`;
  if (kind === "moved") return `${lead} from ${before} to ${after}: ${what}`;
  return kind === "changed" ? `${lead}: ${before} → ${after}` : `${lead}: ${after || before}`;
};

export const wordingOfRule =
  (workflow: Workflow): WordingOf =>
  (rule) =>
    createWording(workflow, findInheritedType(rule, workflow.catalogue));
