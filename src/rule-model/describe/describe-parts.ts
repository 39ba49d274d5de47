import {
  describeAction,
  describeActionLine,
  describeCondition,
  describeConditionLine,
} from "#rules/describe-rule.ts";
import { shownText } from "#rules/shown-text.ts";
import type { Wording } from "#rules/describe-operands.ts";
import type { Builder } from "#rule-model/draft/builder.ts";
import type { Part, PartKey } from "#rule-model/draft/part.ts";
import { kindNames, childrenIn, rootKey } from "#rule-model/draft/part.ts";
import type { DraftStore } from "#rule-model/draft/draft-store.ts";
import type { Tree } from "#rule-model/draft/draft-rule.ts";
import { findPlace } from "#rule-model/draft/draft-rule.ts";
import { formatCount, capital } from "./count-words.ts";

/* The names of parts and their places: in announcements, in “Move to…”, while dragging. */

type Draft = Pick<DraftStore, "get">;
type Open = Pick<Builder, "draft" | "trees" | "wording">;

const placeIn = (draft: Draft, part: Part): number => {
  const place = findPlace(draft, part.key);
  return place ? place.at + 1 : 0;
};

const ruleWords = (part: Part<"rule">): string =>
  part.key === rootKey
    ? "this rule"
    : `“${shownText(part.data.name.trim()) || "rule without a name"}”`;

/** The name of a part: “group 2”, “condition 1”, “Tier 1”. */
export const partName = (draft: Draft, part: Part): string => {
  if (part.kind === "rule") return ruleWords(part);
  return part.kind === "head" ? "the rule" : `${kindNames[part.kind]} ${placeIn(draft, part)}`;
};

/** The path from the outermost part to this one: “Tier 1, group 2”. The whole rule is left out. */
export const describePath = (draft: Draft, key: PartKey): string => {
  const names: string[] = [];
  for (
    let part = draft.get(key);
    part && part.key !== rootKey && part.kind !== "head";
    part = part.parent === undefined ? undefined : draft.get(part.parent)
  )
    names.unshift(partName(draft, part));
  return names.join(", ") || "this rule";
};

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

const countPlace = (draft: Pick<DraftStore, "get">, part: Part): number =>
  part.parent === undefined || part.slot === undefined
    ? 1
    : childrenIn(draft.get(part.parent), part.slot).indexOf(part.key) + 1;

const names = { head: "Mapping rule", rule: "Rule", group: "Group" } as const;

/** The name of a part in messages: “Group 2, condition 3”. */
export const placeName = (draft: Pick<DraftStore, "get">, part: Part): string => {
  const number = countPlace(draft, part);
  if (!isSentence(part)) return `${names[part.kind]} ${number}`;
  const around = part.parent === undefined ? undefined : draft.get(part.parent);
  const own = `${part.kind} ${number}`;
  if (around?.kind === "group" || isSentence(around))
    return `${placeName(draft, around)}, ${isSentence(around) ? "inner " : ""}${own}`;
  return capital(own);
};
