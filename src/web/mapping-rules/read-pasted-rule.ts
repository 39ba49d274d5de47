import { MappingRule } from "#contract/mapping-rules.ts";
import { readAnswer, type ReadProblem } from "#contract/read.ts";

/** What pasted text turned out to be. */
export type PastedRules =
  | { kind: "rules"; rules: { value: MappingRule; problems: ReadProblem[] }[] }
  | { kind: "unreadable"; why: string };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const unreadable = (why: string): PastedRules => ({ kind: "unreadable", why });

/** JSON that stands for a rule at all: without any of these it is something else. */
const looksLikeRule = (json: unknown): boolean =>
  isObject(json) && ["rule", "eventId", "globalDataTypeId"].some((name) => name in json);

const parse = (text: string): { json: unknown } | { why: string } => {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch (error) {
    return { why: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
};

/** Reads one mapping rule, or a list of them, out of a text, tolerantly: what does not fit is listed beside the rest. */
export const readPastedRule = (text: string): PastedRules => {
  if (text.trim() === "") return unreadable("There is nothing to read.");
  const parsed = parse(text);
  if ("why" in parsed) return unreadable(parsed.why);
  const list = Array.isArray(parsed.json) ? parsed.json : [parsed.json];
  if (list.length === 0) return unreadable("The list is empty.");
  const other = list.findIndex((one) => !looksLikeRule(one));
  if (other >= 0)
    return unreadable(
      list.length === 1
        ? "This JSON is no mapping rule: it has none of rule, eventId and globalDataTypeId."
        : `Entry ${other + 1} of this list is no mapping rule.`,
    );
  try {
    return { kind: "rules", rules: list.map((one) => readAnswer(MappingRule, one)) };
  } catch {
    // Nesting so deep that reading it needs more room than there is, or a tree that no placeholder can mend.
    return unreadable("This JSON is nested too deeply, or too little of it is what a rule holds.");
  }
};
