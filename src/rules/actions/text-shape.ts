import { decodeHTML } from "entities/decode";
import type { ActionHandle } from "#contract/handles.ts";
import type { Action } from "#rules/action.ts";
import { changed, changeEach, maxTextLength, nothing, onText, whenNoText } from "#rules/action.ts";
import { parseInteger } from "#rules/decimal.ts";
import { findText } from "#rules/find-text.ts";
import { splitCharacters } from "#rules/fold-text.ts";
import type { Operands, OperandSpec } from "#rules/operands.ts";
import { ordinal, wholeNumber } from "#rules/operands.ts";
import { toText } from "#rules/read-value.ts";
import { capitalizeSentences, capitalizeWords } from "#rules/sentences.ts";

const dataTypes = ["string"] as const;

/** An index into text: whole, from 0; negative ones count from the end. Undefined when the operand is not one. */
const indexIn = (length: number, operand: string): number | undefined => {
  const index = parseInteger(operand);
  if (index === undefined) return undefined;
  return index < 0 ? length + index : index;
};

const plain = (
  label: string,
  explanation: string,
  sentence: string,
  apply: (text: string) => string,
  example: readonly [string, string],
): Action => ({
  label,
  explanation,
  sentence,
  dataTypes,
  operands: [],
  whenMissing: whenNoText,
  apply: onText(apply),
  example: { value: example[0], operands: [], result: example[1] },
});

const padding: readonly OperandSpec[] = [
  // No text is shorter than 0 characters, so a length of 0 would change nothing.
  { kind: "integer", label: "Length", usable: wholeNumber(1, maxTextLength) },
  { kind: "text", label: "Fill with", whenEmpty: "spaces" },
];

const separator: OperandSpec = { kind: "separator", label: "Separator" };
const allParts: readonly OperandSpec[] = [separator];
const splitList = "Split {field} at {1} and keep all parts";

const whenPadded = `${whenNoText} Empty text is filled.`;

/** Pads text to a length counted in characters; with spaces if no fill text is given. */
const padded = (side: "left" | "right") =>
  onText((text, { operands: { first, second } }) => {
    const length = parseInteger(first) ?? -1;
    if (length < 0) return nothing("The length must be a whole number.");
    if (length > maxTextLength) return nothing("The length is too large.");
    const missing = length - splitCharacters(text).length;
    const fill = splitCharacters(second === "" ? " " : second);
    if (missing <= 0) return nothing("The text is already long enough.");
    const added =
      fill.join("").repeat(Math.floor(missing / fill.length)) +
      fill.slice(0, missing % fill.length).join("");
    return side === "left" ? added + text : text + added;
  });

const substring = onText((text, { operands: { first, second } }) => {
  const characters = splitCharacters(text);
  const start = first.trim() === "" ? 0 : indexIn(characters.length, first);
  const end = second.trim() === "" ? characters.length : indexIn(characters.length, second);
  if (start === undefined || end === undefined) return nothing("The index must be a whole number.");
  return characters.slice(Math.max(0, start), Math.max(0, end)).join("");
});

const replaceAtIndex = onText((text, { operands: { first, second } }) => {
  const characters = splitCharacters(text);
  const index = indexIn(characters.length, first);
  if (index === undefined) return nothing("The index must be a whole number.");
  if (index < 0 || index >= characters.length) return nothing("The text has no character there.");
  return characters.with(index, second).join("");
});

const split = (text: string, separator: string): string[] => {
  const spans = findText(text, separator, true);
  return [...spans, { start: text.length, end: text.length }].map(({ start }, at) =>
    text.slice(spans[at - 1]?.end ?? 0, start).trim(),
  );
};

const onePart = (text: string, { first, second }: Operands) => {
  const place = second.trim() === "" ? 1 : (parseInteger(second) ?? 0);
  if (place === 0) return nothing("The part must be a whole number.");
  const part = split(text, first).at(place < 0 ? place : place - 1);
  return part ?? nothing("The text has no such part.");
};

/** The parts of each entry of a list; an entry without the separator stays as it is, and empty parts are dropped. */
const allPartsOf = (current: unknown, separator: string) => {
  const list: readonly unknown[] = Array.isArray(current) ? current : [current];
  if (list.every((entry) => toText(entry) === undefined))
    return nothing("There is no text to change.");
  return changed(
    list.flatMap((entry) => {
      const text = toText(entry);
      const parts = text === undefined ? [] : split(text, separator);
      return parts.length < 2 ? [entry] : parts.filter((part) => part !== "");
    }),
  );
};

const splitEach = onText((text, { operands }) => onePart(text, operands));

/** A text field keeps one part; a list field receives all parts of all entries. */
const splitByValue: Action["apply"] = (current, input) => {
  const { operands, dataType } = input;
  if (operands.first === "") return nothing("There is no separator.");
  if (dataType === "array" || dataType === "tags") return allPartsOf(current, operands.first);
  return changeEach(current, (item) => splitEach(item, input));
};

/** Actions that change the shape of a text. Handles of api 2.15. */
export const textShapeActions = {
  lowercase: plain(
    "Make lowercase",
    "Changes all letters to lowercase.",
    "Make {field} lowercase",
    (text) => text.toLowerCase(),
    ["Brass LAMP", "brass lamp"],
  ),
  uppercase: plain(
    "Make uppercase",
    "Changes all letters to uppercase.",
    "Make {field} uppercase",
    (text) => text.toUpperCase(),
    ["Brass lamp", "BRASS LAMP"],
  ),
  trim: plain("Trim", "Removes spaces at both ends.", "Trim {field}", (text) => text.trim(), [
    "  lamp ",
    "lamp",
  ]),
  sentence_case: plain(
    "Make sentence case",
    "Capitalizes the first letter of each sentence and lowercases the rest.",
    "Make {field} sentence case",
    capitalizeSentences,
    ["BRASS LAMP. NEW", "Brass lamp. New"],
  ),
  capitalize_each_word: plain(
    "Capitalize each word",
    "Capitalizes the first letter of each word. Other letters are unchanged.",
    "Capitalize each word of {field}",
    capitalizeWords,
    ["brass lamp", "Brass Lamp"],
  ),
  decode_html: plain(
    "Decode HTML",
    "Converts character references such as &amp; to characters, as a browser does.",
    "Decode HTML in {field}",
    (text) => decodeHTML(text),
    ["Salt &amp; Pepper", "Salt & Pepper"],
  ),
  left_pad: {
    label: "Pad on the left",
    explanation: "Fills the start of the text up to a length.",
    sentence: "Pad {field} on the left to {1} characters with {2}",
    dataTypes,
    operands: padding,
    whenMissing: whenPadded,
    apply: padded("left"),
    example: { value: "42", operands: ["5", "0"], result: "00042" },
  },
  right_pad: {
    label: "Pad on the right",
    explanation: "Fills the end of the text up to a length.",
    sentence: "Pad {field} on the right to {1} characters with {2}",
    dataTypes,
    operands: padding,
    whenMissing: whenPadded,
    apply: padded("right"),
    example: { value: "42", operands: ["5", "0"], result: "42000" },
  },
  substring: {
    label: "Keep a part",
    explanation:
      "Keeps the characters from one index up to another. Indexes start at 0; negative ones count from the end.",
    sentence: "Keep {field} from index {1} up to {2}",
    dataTypes,
    operands: [
      { kind: "index", label: "From index" },
      { kind: "index", label: "Up to index", whenEmpty: "the end" },
    ],
    whenMissing: whenNoText,
    apply: substring,
    example: { value: "Brass lamp", operands: ["0", "5"], result: "Brass" },
  },
  replace_character_at_index: {
    label: "Replace the character at",
    explanation:
      "Replaces one character with text. Indexes start at 0; negative ones count from the end.",
    sentence: "Replace the character of {field} at index {1} with {2}",
    dataTypes,
    operands: [
      { kind: "index", label: "Index" },
      { kind: "text", label: "Replace with", whenEmpty: "nothing" },
    ],
    whenMissing: whenNoText,
    apply: replaceAtIndex,
    example: { value: "cat", operands: ["0", "b"], result: "bat" },
  },
  split_by_value: {
    label: "Split",
    explanation:
      "Splits the text at a separator and keeps one part (1 is the first, -1 the last). A list field keeps all parts of all its entries, except empty ones.",
    sentence: "Split {field} at {1} and keep part {2}",
    sentenceByType: { array: splitList, tags: splitList },
    dataTypes: ["string", "array", "tags"],
    operands: [separator, { kind: "integer", label: "Part", whenEmpty: "1", usable: ordinal }],
    operandsByType: { array: allParts, tags: allParts },
    wholeArray: true,
    whenMissing: whenNoText,
    apply: splitByValue,
    example: { value: "Home > Lighting > Lamps", operands: [">", "-1"], result: "Lamps" },
  },
} as const satisfies Partial<Record<ActionHandle, Action>>;
