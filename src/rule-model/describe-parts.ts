import type { Wording } from "#rules/describe-operands.ts";
import {
  describeAction,
  describeActionLine,
  describeCondition,
  describeConditionLine,
} from "#rules/describe-rule.ts";
import { foldText } from "#rules/fold-text.ts";
import { findAction, findComparator, findPreModifier } from "#rules/rule-catalogue.ts";
import { capital, formatCount, shownText } from "#rules/shown-text.ts";
import type { Builder } from "./builder.ts";
import { findPlace, outerKeys, partsInOrder, type Tree } from "./draft-rule.ts";
import type { DraftStore } from "./draft-store.ts";
import { actionOperandFields, conditionOperandFields } from "./operand-specs.ts";
import { childrenIn, headKey, kindNames, type Part, type PartKey, rootKey } from "./part.ts";

/* The names of parts and their places: in announcements, in “Move to…”, while dragging. */

type Draft = Pick<DraftStore, "get">;
type Open = Pick<Builder, "draft" | "trees" | "wording">;

/** A part's number among its siblings, from 1. */
const numberOf = (draft: Draft, part: Part): number => (findPlace(draft, part.key)?.at ?? 0) + 1;

const ruleWords = (part: Part<"rule">): string =>
  part.key === rootKey
    ? "this rule"
    : `“${shownText(part.data.name.trim()) || "rule without a name"}”`;

/** The name of a part: “group 2”, “condition 1”, “Tier 1”. */
export const partName = (draft: Draft, part: Part): string => {
  if (part.kind === "rule") return ruleWords(part);
  return part.kind === "head" ? "the rule" : `${kindNames[part.kind]} ${numberOf(draft, part)}`;
};

/** The path from the outermost part to this one: “Tier 1, group 2”. The whole rule is left out. */
export const describePath = (draft: Draft, key: PartKey): string =>
  [key, ...outerKeys(draft, key)]
    .flatMap((outer) => draft.get(outer) ?? [])
    .filter((part) => part.key !== rootKey && part.kind !== "head")
    .map((part) => partName(draft, part))
    .reverse()
    .join(", ") || "this rule";

/** The place of a part: “place 2 of 5 in group 1”. */
export const describePlace = (draft: Draft, key: PartKey): string => {
  const place = findPlace(draft, key);
  if (!place) return "";
  const { length } = childrenIn(draft.get(place.parent), place.slot);
  return `place ${place.at + 1} of ${length} in ${describePath(draft, place.parent)}`;
};

/** A short name for several parts: “condition”, “3 conditions”, “4 parts”. */
export const describeParts = (parts: readonly Part[]): string => {
  const [first] = parts;
  if (!first) return "nothing";
  if (parts.length === 1) return kindNames[first.kind];
  const alike = parts.every(({ kind }) => kind === first.kind);
  return formatCount(parts.length, alike ? kindNames[first.kind] : "part");
};

/** A part in one line: its sentence, or of a group and a rule the number of parts in it. */
export const describePart = ({ draft, trees, wording }: Open, key: PartKey): string => {
  const part = draft.get(key);
  if (part?.kind === "condition")
    return describeCondition(trees.buildTree(key) as Tree<"condition">, wording());
  if (part?.kind === "action")
    return describeAction(trees.buildTree(key) as Tree<"action">, wording());
  if (part?.kind === "group") {
    const conditions = childrenIn(part, "conditions");
    const lead =
      conditions[0] === undefined
        ? ""
        : `: ${describePart({ draft, trees, wording }, conditions[0])}`;
    return `${formatCount(conditions.length, "condition")}${lead}${conditions.length > 1 ? " …" : ""}`;
  }
  return part ? partName(draft, part) : "";
};

/** The parts that have a sentence. */
export type SentencePart = Part<"condition"> | Part<"action">;

export const isSentence = (part: Part | undefined): part is SentencePart =>
  part?.kind === "condition" || part?.kind === "action";

/** The conditions in a condition, or the actions in an action. */
export const innerKeys = (part: SentencePart): readonly PartKey[] =>
  childrenIn(part, part.kind === "condition" ? "childConditions" : "childActions");

/** The line of a row. `picked`: its subject is the value that the row around it picks. */
export const describeSentence = (part: SentencePart, picked: boolean, wording: Wording): string => {
  const line = { picked, hasChildren: innerKeys(part).length > 0 };
  return part.kind === "condition"
    ? describeConditionLine(part.data, line, wording)
    : describeActionLine(part.data, line, wording);
};

const names = { head: "Mapping rule", rule: "Rule", group: "Group" } as const;

/** The name of a part in messages: “Group 2, condition 3”. */
export const placeName = (draft: Pick<DraftStore, "get">, part: Part): string => {
  const number = numberOf(draft, part);
  if (!isSentence(part)) return `${names[part.kind]} ${number}`;
  const around = part.parent === undefined ? undefined : draft.get(part.parent);
  const own = `${part.kind} ${number}`;
  if (around?.kind === "group" || isSentence(around))
    return `${placeName(draft, around)}, ${isSentence(around) ? "inner " : ""}${own}`;
  return capital(own);
};

type Searched = Pick<Builder, "draft" | "trees" | "wording" | "workflow">;

/** The text of a condition or an action itself: its fields, handles and raw operands. */
const written = ({ workflow: { catalogue } }: Searched, { kind, data }: SentencePart): string[] => {
  const { actionHandles, comparatorHandles, fields } = catalogue;
  const own =
    kind === "condition"
      ? [
          findComparator(data, catalogue)?.label,
          findPreModifier(data, catalogue)?.label,
          comparatorHandles.get(data.workflowDataTypeComparatorId),
          comparatorHandles.get(data.preModifierDataTypeComparatorId ?? 0),
          ...conditionOperandFields.map((field) => data[field]),
        ]
      : [
          findAction(data, catalogue)?.label,
          actionHandles.get(data.workflowDataTypeActionId),
          ...actionOperandFields.map((field) => data[field]),
        ];
  return [fields.get(data.globalObjectFieldId)?.reference, ...own].map((text) => text ?? "");
};

const getHeadName = ({ draft }: Searched, { key }: Part): string | undefined =>
  key === rootKey ? draft.part(headKey, "head")?.data.name : undefined;

/** All searched text in one spelling and case. A line break keeps two texts from matching as one. */
const collectText = (open: Searched, part: Part): string => {
  if (part.kind === "condition" || part.kind === "action")
    return foldText([describePart(open, part.key), ...written(open, part)].join("\n"));
  // The rule at the top shows the name of its mapping rule above the editor, not in its row.
  const shown = part.kind === "rule" && part.data.name !== getHeadName(open, part);
  return shown ? foldText(part.data.name) : "";
};

/**
 * A search in a rule. A part's text is made once and kept while the part is the same object, so that typing a word
 * over thousands of parts makes no sentence twice.
 */
export const createPartSearch = (open: Searched): ((text: string) => PartKey[]) => {
  const kept = new WeakMap<Part, { readonly wording: unknown; readonly text: string }>();
  const textFor = (part: Part): string => {
    const wording = open.wording();
    const known = kept.get(part);
    if (known?.wording === wording) return known.text;
    const text = collectText(open, part);
    kept.set(part, { wording, text });
    return text;
  };
  return (text) => {
    const words = foldText(text)
      .split(/\s+/)
      .filter((word) => word !== "");
    if (words.length === 0) return [];
    const found: PartKey[] = [];
    for (const part of partsInOrder(open.draft)) {
      const own = textFor(part);
      if (words.every((word) => own.includes(word))) found.push(part.key);
    }
    return found;
  };
};
