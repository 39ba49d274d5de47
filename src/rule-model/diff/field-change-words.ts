import type { Wording } from "#rules/describe-operands.ts";
import { fieldWords } from "#rules/describe-operands.ts";
import { shownText } from "#rules/shown-text.ts";
import { effectiveValue } from "./same-part.ts";

/** The name of a field in a list of changes, and the text of its value. */
interface FieldWords {
  readonly label: string;
  readonly value?: (value: unknown, wording: Wording) => string;
}

const onOff = (value: unknown): string => (value === true ? "on" : "off");
const yesNo = (value: unknown): string => (value === true ? "yes" : "no");
const idOf = (value: unknown): number => (typeof value === "number" ? value : 0);

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
    value: (value, wording) => (value ? fieldWords(idOf(value), wording) : "none"),
  },
  globalDataTypeId: {
    label: "data type",
    value: (value, { catalogue }) =>
      catalogue.dataTypeHandles.get(idOf(value)) ?? (value ? `type ${String(value)}` : "none"),
  },
  enabled: { label: "state", value: (value) => (value === true ? "enabled" : "disabled") },
  alwaysRun: { label: "“always run”", value: onOff },
  workflowRuleTypeId: {
    label: "rule type",
    value: (value, { catalogue }) =>
      catalogue.ruleTypeHandles.get(idOf(value)) ?? `type ${String(value)}`,
  },
  tierData: { label: "tier data" },
  metaData: { label: "extra data (metaData)" },
  headerName: { label: "column name" },
  fieldArrayMustMatchAll: { label: "every entry of the field must match", value: yesNo },
  conditionArrayMustMatchAll: { label: "every value of the condition must match", value: yesNo },
  applyToMatchedOnly: { label: "only where the conditions are met", value: yesNo },
};

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "nothing";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `“${text.length > 160 ? `${shownText(text.slice(0, 160))}…` : shownText(text)}”`;
};

export const fieldLabel = (field: string): string => fields[field]?.label ?? field;

export const fieldValueWords = (field: string, value: unknown, wording: Wording): string =>
  fields[field]?.value?.(effectiveValue(field, value), wording) ?? textOf(value);

/** One field before and after, in words. */
export const fieldChange = (
  field: string,
  before: object,
  after: object,
  wording: Wording,
): { label: string; before: string; after: string } => {
  const of = (tree: object) =>
    fieldValueWords(field, (tree as Record<string, unknown>)[field], wording);
  return { label: fieldLabel(field), before: of(before), after: of(after) };
};
