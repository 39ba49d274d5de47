import { findAction, findComparator, findPreModifier } from "#rules/rule-catalogue.ts";
import { foldText } from "#rules/fold-text.ts";
import { describePart } from "#rule-model/describe/describe-parts.ts";
import type { Builder } from "./builder.ts";
import { partsInOrder } from "./draft-rule.ts";
import type { Part, PartKey } from "./part.ts";
import { headKey, rootKey } from "./part.ts";

type Open = Pick<Builder, "draft" | "trees" | "wording" | "workflow">;
type SentencePart = Part<"condition"> | Part<"action">;

/** The text of a condition or an action itself: its fields, handles and raw operands. */
const written = ({ workflow: { catalogue } }: Open, { kind, data }: SentencePart): string[] => {
  const field = catalogue.fields.get(data.globalObjectFieldId)?.reference ?? "";
  const entries =
    kind === "condition"
      ? [findComparator(data, catalogue), findPreModifier(data, catalogue)]
      : [findAction(data, catalogue)];
  const handles =
    kind === "condition"
      ? [data.workflowDataTypeComparatorId, data.preModifierDataTypeComparatorId].map((id) =>
          catalogue.comparatorHandles.get(id ?? 0),
        )
      : [catalogue.actionHandles.get(data.workflowDataTypeActionId)];
  const operands =
    kind === "condition"
      ? [data.condition, data.condition2, data.condition3, data.condition4]
      : [data.value, data.value2, data.value3, data.value4];
  return [field, ...entries.map((entry) => entry?.label ?? ""), ...handles, ...operands].map(
    (text) => text ?? "",
  );
};

const getHeadName = ({ draft }: Open, { key }: Part): string | undefined =>
  key === rootKey ? draft.part(headKey, "head")?.data.name : undefined;

/** All searched text in one spelling and case. A line break keeps two texts from matching as one. */
const collectText = (open: Open, part: Part): string => {
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
export const createPartSearch = (open: Open): ((text: string) => PartKey[]) => {
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
