import type * as z from "zod/mini";
import { maxRuleNodes } from "#contract/limits.ts";
import { formatNumber } from "#rules/shown-text.ts";

/** The longest text that is read: many times as long as an indented request of the greatest size the API accepts. */
const maxTextLength = 4 * 1024 * 1024;
/** The longest file of many rules. */
export const maxFileLength = 32 * 1024 * 1024;

/** The message for a text that is too long. */
export const whyTooLong = (length: number, longest = maxTextLength): string | undefined =>
  length > longest
    ? `This is ${formatNumber(length)} characters long. ${longest === maxTextLength ? "A rule is" : "A file of rules is"} never longer than ${formatNumber(longest)}, so it wasn't checked.`
    : undefined;

interface Bounds {
  readonly levels: number;
  readonly most: number;
  readonly longest?: number;
}

/** The reason not to parse a text: its size, depth or number of values, with which it could fill the memory. */
const whyBeyond = (text: string, { levels, most, longest }: Bounds): string | undefined => {
  const tooLong = whyTooLong(text.length, longest);
  if (tooLong !== undefined) return tooLong;
  let [depth, values, isQuoted] = [0, 1, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += character === "\\" ? 1 : 0;
    else if (character === "," && (values += 1) > most)
      return `This JSON has more than ${formatNumber(most)} values, more than any rule.`;
    else if (character === "]" || character === "}") depth -= 1;
    else if ((character === "[" || character === "{") && (depth += 1) > levels)
      return `This JSON is nested more than ${levels} levels deep, deeper than any rule.`;
  }
  return undefined;
};

/** Parses a text within bounds; `words` are for an empty text, and for one that isn't JSON. */
export const parseWithin = (
  text: string,
  bounds: Bounds,
  words: { readonly empty: string; readonly invalid: (message: string) => string },
): { readonly json: unknown } | { readonly why: string } => {
  if (text.trim() === "") return { why: words.empty };
  const beyond = whyBeyond(text, bounds);
  if (beyond !== undefined) return { why: beyond };
  try {
    return { json: JSON.parse(text) as unknown };
  } catch (error) {
    return { why: words.invalid(error instanceof Error ? error.message : String(error)) };
  }
};

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

const nameIssue = (issue: Issue): string => {
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
  if (missing) return `${nameIssue(issue)} is missing. It must be ${expectedIn(issue)}.`;
  return `${nameIssue(issue)} must be ${expectedIn(issue)}. It is ${describeValue(value)}.`;
};

/** The message for a field that a request does not have. */
export const unknownFieldInWords = (key: string): string =>
  `“${key}” isn't a field of a mapping rule here.`;

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

/** The fields of a request that are 0 until something is selected. */
export const unchosenFields: ReadonlySet<unknown> = new Set([
  "globalObjectFieldId",
  "workflowDataTypeComparatorId",
  "workflowDataTypeActionId",
  "eventId",
  "globalDataTypeId",
]);

/** The value at the path of an issue. */
export const valueAt = (json: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (here, key) =>
      typeof here === "object" && here !== null && Object.hasOwn(here, key)
        ? (here as Record<PropertyKey, unknown>)[key]
        : undefined,
    json,
  );

/** A field that is not chosen yet is 0: the rows report it, and the text may be applied as it is. */
export const isUnchosen = (issue: Issue, json: unknown, fields = unchosenFields): boolean =>
  issue.code === "too_small" && fields.has(issue.path.at(-1)) && valueAt(json, issue.path) === 0;

/** The message for a rule of more parts than the API accepts. */
export const tooManyParts = `This has more than ${formatNumber(maxRuleNodes)} parts, the most that a rule can have.`;
