import type { ActionHandle } from "#contract/handles.ts";
import type { Action, ActionInput } from "#rules/action.ts";
import { changedText, maxTextLength, nothing, onText, whenNoText } from "#rules/action.ts";
import { parseInteger } from "#rules/decimal.ts";
import type { TextSpan } from "#rules/find-text.ts";
import { findText } from "#rules/find-text.ts";
import type { OperandSpec } from "#rules/operands.ts";
import { ordinal } from "#rules/operands.ts";
import { joinWords, toEntries, toText, toWords } from "#rules/read-value.ts";
import { appendSentence } from "#rules/sentences.ts";

const dataTypes = ["string"] as const;
const text: readonly OperandSpec[] = [{ kind: "text", label: "Text" }];
const field: readonly OperandSpec[] = [
  { kind: "field", label: "Field" },
  { kind: "separator", label: "Separator", whenEmpty: "nothing" },
];

const replaced = (original: string, spans: readonly TextSpan[], replacement: string) => {
  const kept = spans.reduce((length, { start, end }) => length - (end - start), original.length);
  if (spans.length === 0) return nothing("The text does not contain that.");
  if (kept + spans.length * replacement.length > Math.max(maxTextLength, original.length))
    return nothing("The text would be too long.");
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(original.slice(from, start), replacement);
    from = end;
  }
  return parts.join("") + original.slice(from);
};

const replaceAll = (caseSensitive: boolean): Action => ({
  label: caseSensitive ? "Replace (match case)" : "Replace",
  explanation: `Replaces every occurrence of one text with another; ${caseSensitive ? "match case" : "any case"}.`,
  sentence: `Replace {1} in {field} with {2}, ${caseSensitive ? "match case" : "any case"}`,
  dataTypes,
  operands: [
    { kind: "text", label: "Find" },
    { kind: "text", label: "Replace with", whenEmpty: "nothing" },
  ],
  whenMissing: whenNoText,
  apply: onText((original, { operands: { first, second } }) =>
    replaced(original, findText(original, first, caseSensitive), second),
  ),
  example: {
    value: "Lamp, lamp",
    operands: ["lamp", "light"],
    result: caseSensitive ? "Lamp, light" : "light, light",
  },
});

const replaceOccurrence = onText((original, { operands: { first, second, third } }) => {
  const spans = findText(original, first, true);
  const place = second.trim() === "" ? 1 : (parseInteger(second) ?? 0);
  if (place === 0) return nothing("The occurrence must be a whole number.");
  const span = spans.at(place < 0 ? place : place - 1);
  return span
    ? replaced(original, [span], third)
    : nothing("The text does not contain that many occurrences.");
});

/** Adds text in front or behind. */
const attach = (side: "before" | "after"): Action => ({
  label: side === "before" ? "Add text before" : "Add text after",
  explanation: `Adds text ${side} the value.`,
  sentence: `Add {1} ${side} {field}`,
  dataTypes,
  operands: text,
  whenMissing: `${whenNoText} Empty text is replaced by the added text.`,
  apply: onText((original, { operands: { first } }) =>
    side === "before" ? first + original : original + first,
  ),
  example: { value: "100", operands: ["SKU-"], result: side === "before" ? "SKU-100" : "100SKU-" },
});

const attachField = (side: "before" | "after"): Action => ({
  label: side === "before" ? "Add a field before" : "Add a field after",
  explanation: `Adds another field's text ${side} the value.`,
  sentence: `Add {1} ${side} {field}[, separated by {2}]`,
  dataTypes,
  operands: field,
  usesOtherField: true,
  whenMissing: `${whenNoText} It also does nothing if the other field has no text.`,
  apply: onText((original, { operands: { second }, others }) => {
    const added = joinWords(others, second);
    if (added === undefined) return nothing("The other field has no text.");
    // A separator is between two texts.
    const between = original === "" ? "" : second;
    return side === "before" ? added + between + original : original + between + added;
  }),
  example: {
    value: "lamp",
    operands: ["Brass", " "],
    result: side === "before" ? "Brass lamp" : "lamp Brass",
  },
});

/** Looks a value up in a mapping set: exact spelling first, else any case. */
const mapped = onText((original, { operands: { first }, mappingSet }) => {
  const find = mappingSet(parseInteger(first) ?? 0);
  if (!find) return nothing("The mapping set is unknown.");
  return find(original) ?? nothing("The mapping set has no item for this value.");
});

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (raw: string): string =>
  raw.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

const named = (
  entries: ReturnType<ActionInput["objectEntries"]>[number],
  between: string,
): string[] =>
  entries.flatMap(({ name, value }) => {
    const words = toWords(value) ?? "";
    return words === "" ? [] : [`${name}${between}${words}`];
  });

/** Custom fields of an object as text: lines of “name: value”. The operands change the separators. */
const entriesToText = (objectHandle: string, whose: string, example: string): Action => ({
  label: `${whose} custom fields as text`,
  explanation: `Writes the custom fields of ${whose.toLowerCase()} as text.`,
  sentence: `Set {field} to the custom fields of ${whose.toLowerCase()}, {1} after each name and {2} between them`,
  dataTypes,
  operands: [
    { kind: "separator", label: "After each name", whenEmpty: "a colon" },
    { kind: "separator", label: "Between fields", whenEmpty: "a line break" },
  ],
  whenMissing:
    "Also fills missing values. Leaves out custom fields without a value, and does nothing if there are no others.",
  apply: (_current, { operands: { first, second }, objectEntries }) => {
    const lines = objectEntries(objectHandle).flatMap((entries) =>
      named(entries, first === "" ? ": " : first),
    );
    return lines.length === 0
      ? nothing("There are no custom fields.")
      : changedText(lines.join(second === "" ? "\n" : second));
  },
  example: { value: "", operands: [": ", "; "], result: example },
});

/** Actions that join and split texts. Handles of api 2.15. */
export const textPartActions = {
  replace: replaceAll(false),
  replace_case_sensitive: replaceAll(true),
  replace_character_occurrence: {
    label: "Replace one occurrence",
    explanation:
      "Replaces one occurrence of a character (1 is the first, -1 the last); match case.",
    sentence: "Replace occurrence {2} of {1} in {field} with {3}",
    dataTypes,
    operands: [
      { kind: "text", label: "Character" },
      { kind: "integer", label: "Which", whenEmpty: "1", usable: ordinal },
      { kind: "text", label: "Replace with", whenEmpty: "nothing" },
    ],
    whenMissing: whenNoText,
    apply: replaceOccurrence,
    example: { value: "a-b-c", operands: ["-", "2", "+"], result: "a-b+c" },
  },
  prefix: attach("before"),
  postfix: attach("after"),
  prefix_with_field: attachField("before"),
  postfix_with_field: attachField("after"),
  append_as_sentence: {
    label: "Append as a sentence",
    explanation:
      "Adds a sentence at the end, with a capital at its start and a period where no sentence ends.",
    sentence: "Append {1} to {field} as a sentence",
    dataTypes,
    operands: text,
    whenMissing: "A value without text is replaced by the sentence.",
    apply: (current, { operands: { first } }) =>
      first.trim() === ""
        ? nothing("There is no sentence to add.")
        : changedText(appendSentence(toText(current) ?? "", first)),
    example: { value: "A lamp", operands: ["Made of brass"], result: "A lamp. Made of brass." },
  },
  mapping_set: {
    label: "Look up in a mapping set",
    explanation:
      "Replaces the value with its value in a mapping set: exact spelling first, else any case, without spaces around it.",
    sentence: "Replace {field} with its value in mapping set {1}",
    dataTypes: ["string", "string_options"],
    operands: [{ kind: "mappingSet", label: "Mapping set" }],
    whenMissing: `${whenNoText} Values without an item in the mapping set are unchanged.`,
    apply: mapped,
    example: { value: "GRN", operands: ["1"], result: "Green" },
  },
  attributes_to_html: {
    label: "Attributes as HTML",
    explanation: "Writes the attributes of another field as an HTML list.",
    sentence: "Set {field} to {1} as an HTML list",
    dataTypes,
    operands: [{ kind: "field", label: "Attributes" }],
    usesOtherField: true,
    wholeArray: true,
    whenMissing: "Also fills missing values. Does nothing if the other field has no attributes.",
    apply: (_current, { others }) => {
      const items = others
        .flatMap((value) => toEntries(value) ?? [])
        .map(
          ({ name, value }) =>
            `<li><strong>${escapeHtml(name)}</strong>: ${escapeHtml(toWords(value) ?? "")}</li>`,
        );
      return items.length === 0
        ? nothing("There are no attributes.")
        : changedText(`<ul>${items.join("")}</ul>`);
    },
    example: {
      value: "",
      operands: ['{"Wood":"Oak & ash"}'],
      result: "<ul><li><strong>Wood</strong>: Oak &amp; ash</li></ul>",
    },
  },
  po_custom_fields_to_text: entriesToText("purchase_order", "The order", "Gift: yes; Batch: 7"),
  all_po_line_items_custom_fields_to_text: entriesToText(
    "purchase_order_item",
    "All lines",
    "Size: L; Size: M",
  ),
} as const satisfies Partial<Record<ActionHandle, Action>>;
