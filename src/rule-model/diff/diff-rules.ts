import type {
  UpdateOrCreateCondition,
  UpdateOrCreateMappingRule,
} from "#contract/mapping-rule-request.ts";
import type { Wording } from "#rules/describe-operands.ts";
import { findInheritedType } from "#rules/rule-catalogue.ts";
import { slotsByKind } from "#rule-model/draft/part.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";
import { createWording } from "#rule-model/workflow/workflow.ts";
import {
  contentChange,
  fieldChange,
  namePartKind,
  placeIn,
  findOuterRow,
  describeLocation,
  describeContent,
} from "./change-words.ts";
import type { FlatPart, FlatRule, KeyOf, PartId } from "./flat-rule.ts";
import { flatRule, headId, namesIn, movedIds, changedFields, sameRule } from "./flat-rule.ts";

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

const describeSubject = (part: FlatPart, flat: FlatRule, wording: Wording, name = ""): string => {
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

const placeWords = (part: FlatPart, flat: FlatRule, wording: Wording): string => {
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
