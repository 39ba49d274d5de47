import type { ActionHandle } from "#contract/handles.ts";
import type { Action } from "#rules/action.ts";
import { changed, maxTextLength, nothing, onText, whenNoText } from "#rules/action.ts";
import { decodeHtml } from "#rules/decode-html.ts";
import { splitCharacters, findText } from "#rules/find-text.ts";
import type { Operands, OperandSpec } from "#rules/operands.ts";
import { ordinal, wholeNumber } from "#rules/operands.ts";

const dataTypes = ["string"] as const;

/** An index into text: whole, from 0; negative ones count from the end. Undefined when the operand is not one. */
const indexIn = (length: number, operand: string): number | undefined => {
  const index = operand.trim() === "" ? Number.NaN : Number(operand);
  if (!Number.isInteger(index)) return undefined;
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

/** The first letter in capitals; marks and digits before it stay. */
const capitalized = (text: string): string =>
  text.replace(/\p{L}/u, (letter) => letter.toUpperCase());

const padding: readonly OperandSpec[] = [
  // No text is shorter than 0 characters, so a length of 0 would change nothing.
  { kind: "integer", label: "Length", usable: wholeNumber(1, maxTextLength) },
  { kind: "text", label: "Fill with", whenEmpty: "spaces" },
];

const separator: OperandSpec = { kind: "separator", label: "Separator" };
const allParts: readonly OperandSpec[] = [
  separator,
  { kind: "integer", label: "Part (not used in lists)", whenEmpty: "1" },
];

const whenPadded = `${whenNoText} Empty text is filled.`;

/** Pads text to a length counted in characters; with spaces if no fill text is given. */
const padded = (side: "left" | "right") =>
  onText((text, { operands: { first, second } }) => {
    const length = first.trim() === "" ? Number.NaN : Number(first);
    if (!Number.isInteger(length) || length < 0)
      return nothing("The length must be a whole number.");
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

/** Parts of a text. Text becomes one part; an array field receives them all. */
const splitByValue: Action["apply"] = (current, input) =>
  onText((text, { operands, dataType }) =>
    split(text, operands, dataType === "array" || dataType === "tags"),
  )(Array.isArray(current) ? current[0] : current, input);

const split = (text: string, { first, second }: Operands, keepAll: boolean) => {
  if (first === "") return nothing("There is no separator.");
  const spans = findText(text, first, true);
  const parts = [...spans, { start: text.length, end: text.length }].map(({ start }, at) =>
    text.slice(spans[at - 1]?.end ?? 0, start).trim(),
  );
  if (keepAll) return changed(parts);
  const place = second.trim() === "" ? 1 : Number(second);
  if (!Number.isInteger(place) || place === 0) return nothing("The part must be a whole number.");
  const part = parts.at(place < 0 ? place : place - 1);
  return part ?? nothing("The text has no such part.");
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
    (text) =>
      text.toLowerCase().replace(/(^|[.!?]\s)[^\p{L}.!?]*\p{L}/gu, (start) => start.toUpperCase()),
    ["BRASS LAMP. NEW", "Brass lamp. New"],
  ),
  capitalize_each_word: plain(
    "Capitalize each word",
    "Capitalizes the first letter of each word. Other letters are unchanged.",
    "Capitalize each word of {field}",
    (text) => text.replace(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu, capitalized),
    ["brass lamp", "Brass Lamp"],
  ),
  decode_html: plain(
    "Decode HTML",
    "Converts character references such as &amp; to characters.",
    "Decode HTML in {field}",
    decodeHtml,
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
      "Splits the text at a separator and keeps one part (1 is the first, -1 the last). A list field keeps all parts.",
    sentence: "Split {field} at {1} and keep part {2}",
    dataTypes: ["string", "array", "tags"],
    operands: [separator, { kind: "integer", label: "Part", whenEmpty: "1", usable: ordinal }],
    operandsByType: { array: allParts, tags: allParts },
    wholeArray: true,
    whenMissing: "Does nothing if there is no text. In a list, only the first entry is split.",
    apply: splitByValue,
    example: { value: "Home > Lighting > Lamps", operands: [">", "-1"], result: "Lamps" },
  },
} as const satisfies Partial<Record<ActionHandle, Action>>;
