import type * as z from "zod/mini";

type Issue = z.core.$ZodIssue;

const kinds: Readonly<Record<string, string>> = {
  string: "text in quotation marks",
  number: "a whole number, 1 or more",
  int: "a whole number",
  boolean: "true or false",
  array: "a list in [ ]",
  object: "an object in { }",
};

const describeValue = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

const nameOf = (issue: Issue): string => {
  const name = issue.path.at(-1);
  if (name === undefined) return "The JSON";
  return typeof name === "number" ? `Entry ${name + 1} of this list` : `“${String(name)}”`;
};

const expectedIn = (issue: Issue): string => {
  if (issue.code === "invalid_type") return kinds[issue.expected] ?? issue.expected;
  if (issue.code === "invalid_value")
    return `one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
  if (issue.code === "too_small") return `${String(issue.minimum)} or more`;
  if (issue.code === "too_big") return `${String(issue.maximum)} or less`;
  return "something else";
};

/** The contract's issue with a value, in words; `missing` where there is no value at all. */
export const issueInWords = (issue: Issue, value: unknown, missing: boolean): string => {
  if (missing) return `${nameOf(issue)} is missing. It must be ${expectedIn(issue)}.`;
  return `${nameOf(issue)} must be ${expectedIn(issue)}. It is ${describeValue(value)}.`;
};

/** The message for a field that a request does not have. */
export const unknownFieldInWords = (key: string, answered: boolean): string => {
  if (key === "__proto__") return "A field can't be named “__proto__”.";
  return answered
    ? `“${key}” is set by the API and can't be sent.`
    : `“${key}” isn't a field of a mapping rule here.`;
};

/** Fields of the answer (api 2.15) that the request (api 4.6) does not have. */
export const answerFields: ReadonlySet<string> = new Set([
  "createdAt",
  "updatedAt",
  "configured",
  "rank",
  "globalDataType",
  "workflowRuleTypeId",
  "fieldsUsedBySetToField",
  "fieldsUsedByFormulas",
  "workflowRuleType",
  "workflowDataTypeComparator",
  "preModifierDataTypeComparator",
  "workflowDataTypeAction",
  "createdByUserId",
  "modifiedByUserId",
]);
