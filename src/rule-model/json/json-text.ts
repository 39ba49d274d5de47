import type { Node, ParseError } from "jsonc-parser";
import { createScanner, parseTree } from "jsonc-parser";
import { maxNesting, maxRuleNodes } from "#contract/limits.ts";
import { MappingRule } from "#contract/mapping-rules.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { readAnswer } from "#contract/read.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { formatNumber } from "#rule-model/describe/count-words.ts";

/** A message about a place of a text. */
export interface TextFinding {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  /** An error prevents the text from being applied; a warning does not. */
  readonly kind: "error" | "warning";
}

/** A place in a text, as an editor counts: from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Finds line and column of offsets in one text; the lines are counted once. */
export const createPlaceFinder = (text: string): ((offset: number) => TextPlace) => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
};

export const countLines = (text: string): number => {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
};

/** The longest text that is read: many times as long as an indented request of the greatest size the API accepts. */
export const maxTextLength = 4 * 1024 * 1024;
/** The longest file of many rules. */
export const maxFileLength = 32 * 1024 * 1024;
/** More values than a rule of the most parts can have. */
const maxValues = maxRuleNodes * 24;

// The scanner's kinds by number: the package declares them as const enums, which do not exist at run time.
const [openBrace, closeBrace, openBracket, closeBracket, comma, endOfText] = [1, 2, 3, 4, 5, 17];

/** The message for a text that is too long. */
export const whyTooLong = (length: number, longest = maxTextLength): string | undefined =>
  length > longest
    ? `This is ${formatNumber(length)} characters long. ${longest === maxTextLength ? "A rule is" : "A file of rules is"} never longer than ${formatNumber(longest)}, so it wasn't checked.`
    : undefined;

/** The reason not to read a text at all: its size, its depth, its number of values. Uses no recursion. */
export const beyondBounds = (
  text: string,
  // A file of several rules nests them, and has more values.
  { levels, most, longest = maxTextLength }: { levels: number; most: number; longest?: number } = {
    levels: maxNesting,
    most: maxValues,
  },
): TextFinding | undefined => {
  const tooLong = whyTooLong(text.length, longest);
  if (tooLong) return { offset: 0, length: 0, kind: "error", message: tooLong };
  const scanner = createScanner(text, true);
  let [depth, values] = [0, 1];
  for (let token: number = scanner.scan(); token !== endOfText; token = scanner.scan()) {
    if (token === openBrace || token === openBracket) depth += 1;
    if (token === closeBrace || token === closeBracket) depth -= 1;
    if (token === comma) values += 1;
    const at = { offset: scanner.getTokenOffset(), length: scanner.getTokenLength() };
    if (depth > levels)
      return {
        ...at,
        kind: "error",
        message: `The JSON here is nested more than ${levels} levels deep, which the API doesn't accept. The rest wasn't checked.`,
      };
    if (values > most)
      return {
        ...at,
        kind: "error",
        message: `This JSON has more than ${formatNumber(most)} values, more than any rule. The rest wasn't checked.`,
      };
  }
  return undefined;
};

/**
 * The message for each error code of the parser. The package's names are const enums, so the codes are numbers here.
 */
const words: Readonly<Record<number, string>> = {
  1: "This isn't JSON. Put text in quotation marks; other values are numbers, true, false or null.",
  2: "This isn't a valid JSON number.",
  3: "Enter a field name in quotation marks here.",
  4: "Enter a value here.",
  5: "Enter a colon here, between the field name and its value.",
  6: "Enter a comma or a closing bracket here.",
  7: "A closing } is missing.",
  8: "A closing ] is missing.",
  9: "Remove everything after the end of the JSON.",
  10: "JSON can't have comments.",
  11: "JSON can't have comments, and this one isn't closed.",
  12: "The closing quotation mark of this text is missing.",
  13: "This number is incomplete.",
  14: "\\u must be followed by four hexadecimal digits.",
  15: "This isn't a valid JSON escape. Write a backslash as \\\\.",
  16: "Write line breaks and control characters inside a text as escapes, such as \\n.",
};

/** Parses a text to a tree of nodes with their places, or returns its errors as JSON. */
export const readSyntax = (
  text: string,
): { readonly root: Node | undefined; readonly findings: TextFinding[] } => {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, {
    disallowComments: true,
    allowTrailingComma: false,
    allowEmptyContent: false,
  });
  const findings = errors.map(({ error, offset, length }): TextFinding => ({
    offset,
    length,
    kind: "error",
    message: words[error] ?? "This isn't JSON.",
  }));
  return { root: findings.length === 0 ? root : undefined, findings };
};

/** Fields that occur twice in an object: the last one counts, which is rarely intended. */
export const repeatedFields = (root: Node): TextFinding[] => {
  const findings: TextFinding[] = [];
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const names = new Set<unknown>();
    for (const child of node.children ?? []) {
      const key = child.type === "property" ? child.children?.[0] : undefined;
      if (key && names.has(key.value))
        findings.push({
          offset: key.offset,
          length: key.length,
          kind: "warning",
          message: `“${String(key.value).slice(0, 60)}” appears twice here. The last one is used.`,
        });
      if (key) names.add(key.value);
      waiting.push(child);
    }
  }
  return findings;
};

/** A request as indented JSON. */
export const formatRule = (request: UpdateOrCreateMappingRule): string =>
  JSON.stringify(request, null, 2);

/** The request of a rule in the API's answer format; undefined where the text is something else. */
export const formatAnswer = (text: string): string | undefined => {
  try {
    const request = toMappingRuleRequest(readAnswer(MappingRule, JSON.parse(text)).value);
    return request && formatRule(request);
  } catch {
    return undefined;
  }
};
