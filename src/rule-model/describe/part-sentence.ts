import { describeActionLine } from "#rules/describe-action.ts";
import { describeConditionLine } from "#rules/describe-condition.ts";
import type { Wording } from "#rules/describe-operands.ts";
import type { DraftStore } from "#rule-model/draft/draft-store.ts";
import type { Part, PartKey } from "#rule-model/draft/part.ts";
import { childrenIn } from "#rule-model/draft/part.ts";
import { capital } from "./count-words.ts";

/** The parts that have a sentence. */
export type SentencePart = Part<"condition"> | Part<"action">;

export const isSentence = (part: Part | undefined): part is SentencePart =>
  part?.kind === "condition" || part?.kind === "action";

/** The conditions in a condition, or the actions in an action. */
export const innerKeys = (part: SentencePart): readonly PartKey[] =>
  childrenIn(part, part.kind === "condition" ? "childConditions" : "childActions");

/** The line of a row. `picked`: its subject is the value that the row around it picks. */
export const sentenceOf = (part: SentencePart, picked: boolean, wording: Wording): string => {
  const line = { picked, hasChildren: innerKeys(part).length > 0 };
  return part.kind === "condition"
    ? describeConditionLine(part.data, line, wording)
    : describeActionLine(part.data, line, wording);
};

const numberOf = (draft: Pick<DraftStore, "get">, part: Part): number =>
  part.parent === undefined || part.slot === undefined
    ? 1
    : childrenIn(draft.get(part.parent), part.slot).indexOf(part.key) + 1;

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
