import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { Action } from "./action.ts";
import type { Wording } from "./describe-operands.ts";
import { fieldWords, fillSentence } from "./describe-operands.ts";
import { actionOf, typeOfField } from "./rule-catalogue.ts";
import type { RunnableAction } from "./runnable-rule.ts";

const scopeWords: Readonly<Record<string, string>> = {
  all: "taking values from all elements",
  filtered: "taking values from the elements that met the conditions",
  correlated: "each element taking its own value",
};

/** What an action does to a field; `name` is what the field is called in the sentence. */
const own = (
  action: RunnableAction,
  entry: Action | undefined,
  name: string,
  onlyPicks: boolean,
  wording: Wording,
): string => {
  if (!entry) {
    const kind = action.workflowDataTypeAction?.handle ?? action.workflowDataTypeActionId ?? "none";
    return `Change ${name} in a way that is not known here (${kind})`;
  }
  const field = wording.catalogue.fields.get(action.globalObjectFieldId ?? 0);
  // What a child action changes is the text of an entry.
  const dataType = name === "it" ? "string" : typeOfField(field, wording.inheritedType);
  const specs = (dataType && entry.operandsByType?.[dataType]) || entry.operands;
  const sentence = onlyPicks ? `${entry.label} {1} of {field}` : entry.sentence;
  const texts = [action.value, action.value2, action.value3, action.value4];
  return fillSentence(sentence, specs, texts, field, name, { ...wording, conjunction: "and" });
};

/** One action as a sentence: “Set Price to Cost * 1.35”. */
export const describeAction = (action: RunnableAction, wording: Wording, depth = 0): string => {
  const entry = actionOf(action, wording.catalogue);
  const children =
    entry?.picksEntry && depth <= maxNesting ? inRankOrder(action.childActions ?? []) : [];
  // A child action changes the value of the entry that its parent picked, whatever its own field is called.
  const name = depth === 0 ? fieldWords(action.globalObjectFieldId, wording) : "it";
  const onlyPicks = children.length > 0 && (action.value2 ?? "") === "";
  const inside = children.map((child) => describeAction(child, wording, depth + 1));
  return [
    own(action, entry, name, onlyPicks, wording),
    entry?.usesOtherField ? (scopeWords[action.usesOtherFieldScope ?? ""] ?? "") : "",
    action.applyToMatchedOnly ? "only where the conditions are met" : "",
    inside.length > 0 ? `then with its value: ${inside.join("; ")}` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
};
