import { createScanner } from "jsonc-parser";
import { maxNesting, maxRuleNodes } from "#contract/limits.ts";
import { formatCount } from "#rule-model/describe/count-words.ts";
import type { TextFinding } from "./text-finding.ts";

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
    ? `This is ${formatCount(length)} characters long. ${longest === maxTextLength ? "A rule is" : "A file of rules is"} never longer than ${formatCount(longest)}, so it wasn't checked.`
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
        message: `This JSON has more than ${formatCount(most)} values, more than any rule. The rest wasn't checked.`,
      };
  }
  return undefined;
};
