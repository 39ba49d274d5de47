import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { Action } from "./action.ts";
import type { PartLine, Wording } from "./describe-operands.ts";
import { fieldWords, fillSentence } from "./describe-operands.ts";
import { findAction, typeOfField } from "./rule-catalogue.ts";
import type { RunnableAction } from "./runnable-rule.ts";

const scopeWords: Readonly<Record<string, string>> = {
  all: "using values from all elements",
  filtered: "using values from the elements that met the conditions",
  correlated: "each element using its own value",
};

/** The effect of an action on a field; `name` is the field's name in the sentence. */
const own = (
  action: RunnableAction,
  entry: Action | undefined,
  name: string,
  onlyPicks: boolean,
  wording: Wording,
): string => {
  if (!entry) {
    const kind = action.workflowDataTypeAction?.handle ?? action.workflowDataTypeActionId;
    return kind ? `Unknown action on ${name} (${kind})` : `Change ${name} … (select an action)`;
  }
  const field = wording.catalogue.fields.get(action.globalObjectFieldId ?? 0);
  // A child action changes the text of an entry.
  const dataType = name === "it" ? "string" : typeOfField(field, wording.inheritedType);
  const specs = (dataType && entry.operandsByType?.[dataType]) || entry.operands;
  const said = (dataType && entry.sentenceByType?.[dataType]) ?? entry.sentence;
  const sentence = onlyPicks ? `${entry.label} {1} of {field}` : said;
  const texts = [action.value, action.value2, action.value3, action.value4];
  return fillSentence(sentence, specs, texts, field, name, { ...wording, conjunction: "and" });
};

const isEmpty = (action: RunnableAction): boolean =>
  !action.globalObjectFieldId && !action.workflowDataTypeActionId && !action.workflowDataTypeAction;

/** The effect of an action without its child actions, and its field. */
const ownParts = (
  action: RunnableAction,
  name: string,
  onlyPicks: boolean,
  wording: Wording,
): string[] => {
  const entry = findAction(action, wording.catalogue);
  const usesOthers = entry?.usesOtherField ?? entry?.formulaTypes !== undefined;
  return [
    own(action, entry, name, onlyPicks, wording),
    usesOthers ? (scopeWords[action.usesOtherFieldScope ?? ""] ?? "") : "",
    action.applyToMatchedOnly ? "only where the conditions are met" : "",
  ];
};

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== "").join(", ");

/** One action as a sentence: “Set Price to Cost × 1.35”. */
export const describeAction = (action: RunnableAction, wording: Wording, depth = 0): string => {
  if (isEmpty(action)) return "Incomplete action";
  const entry = findAction(action, wording.catalogue);
  const children =
    entry?.picksEntry && depth <= maxNesting ? inRankOrder(action.childActions ?? []) : [];
  // A child action changes the value of the entry that its parent selected, whatever its own field's name is.
  const name = depth === 0 ? fieldWords(action.globalObjectFieldId, wording) : "it";
  const onlyPicks = children.length > 0 && (action.value2 ?? "") === "";
  const inside = children.map((child) => describeAction(child, wording, depth + 1));
  return joined([
    ...ownParts(action, name, onlyPicks, wording),
    inside.length > 0 ? `then with its value: ${inside.join("; ")}` : "",
  ]);
};

/** One action without its child actions, which have their own lines. */
export const describeActionLine = (
  action: RunnableAction,
  { picked, hasChildren }: PartLine,
  wording: Wording,
): string => {
  if (isEmpty(action)) return "Incomplete action";
  const name = picked ? "its value" : fieldWords(action.globalObjectFieldId, wording);
  const picks = hasChildren && findAction(action, wording.catalogue)?.picksEntry === true;
  const onlyPicks = picks && (action.value2 ?? "") === "";
  return joined([
    ...ownParts(action, name, onlyPicks, wording),
    picks ? "then with its value:" : "",
  ]);
};
