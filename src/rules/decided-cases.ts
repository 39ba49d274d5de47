import type { ActionHandle, ComparatorHandle, DataTypeHandle } from "#contract/handles.ts";

/*
 * What rules do where the API's reference is silent: shown in the console's reference and in rules/README.md, and each example
 * is a test.
 */

interface CaseExample<H, R> {
  readonly handle: H;
  readonly value: unknown;
  /** For a handle that uses another field, the first one is that field's value. */
  readonly operands: readonly unknown[];
  readonly result: R;
  /** The type of the changed field, where it is not the first one of its action. */
  readonly type?: DataTypeHandle;
}

/** One decision, and an example of it. */
export interface DecidedCase {
  readonly text: string;
  readonly condition?: CaseExample<ComparatorHandle, boolean>;
  readonly action?: CaseExample<ActionHandle, unknown>;
}

/** Decisions about one subject. */
export interface DecidedTopic {
  readonly title: string;
  readonly cases: readonly DecidedCase[];
}

const colors = [
  { name: "Color", value: "Red" },
  { name: "color", value: "Blue" },
  { name: "Size", value: "L" },
];

/** All decisions, by subject. */
export const decidedTopics: readonly DecidedTopic[] = [
  {
    title: "Text",
    cases: [
      {
        text: "A character is what a person counts as one, also a flag or a letter with its accents: in lengths, positions, padding and occurrences.",
        condition: { handle: "string_length", value: "🇩🇪e\u0301", operands: ["2"], result: true },
      },
      {
        text: "Upper and lower case are equal by Unicode's full rules, and so are two spellings of one letter. É equals é and ß equals SS, but an accented letter differs from the plain one. Only comparators and actions with “match case”, and Split, tell them apart.",
        condition: {
          handle: "string_equal_to",
          value: "STRASSE",
          operands: ["straße"],
          result: true,
        },
      },
      {
        text: "What is searched for begins and ends between characters, never inside one.",
        action: { handle: "replace", value: "sßs", operands: ["ss", "-"], result: "s-s" },
      },
      {
        text: "Without text to look for, “contains”, “starts with” and “ends with” are not met, and their opposites are.",
        condition: { handle: "string_contains", value: "Lamp", operands: [""], result: false },
      },
      {
        text: "Tags, options, entries of lists and values in mapping sets are compared without spaces around them.",
        condition: { handle: "tag_contains", value: [" Sale "], operands: ["sale"], result: true },
      },
      {
        text: "An action that leaves a text as it is leaves its type, too: a number stays a number.",
        action: { handle: "uppercase", value: 5, operands: [], result: 5 },
      },
      {
        text: "A word begins after a space, a hyphen or another sign, but not inside a word with digits, brackets, a period or an @ in it.",
        action: {
          handle: "capitalize_each_word",
          value: "10mm bolt, lamp(s), email@shop.com",
          operands: [],
          result: "10mm Bolt, Lamp(s), Email@shop.com",
        },
      },
      {
        text: "Sentences end with . ! ? … and with the same signs of other scripts; a number may begin one. Tags of HTML stay as they are.",
        action: {
          handle: "sentence_case",
          value: "10MM BOLT. 3 LAMPS! NEW",
          operands: [],
          result: "10mm bolt. 3 lamps! New",
        },
      },
      {
        text: "An appended sentence begins with a capital. A period is added where none ends the text before closing quotes, brackets and tags, but not after a comma or a colon.",
        action: {
          handle: "append_as_sentence",
          value: "Nice lamp:",
          operands: ["ships free"],
          result: "Nice lamp: Ships free.",
        },
      },
      {
        text: "A separator is only added between two texts.",
        action: {
          handle: "prefix_with_field",
          value: "",
          operands: ["Brass", " - "],
          result: "Brass",
        },
      },
      {
        text: "HTML is decoded as a browser does, including names without a semicolon.",
        action: {
          handle: "decode_html",
          value: "&copy 2024 AT&ampT 5&#8217;",
          operands: [],
          result: "© 2024 AT&T 5’",
        },
      },
    ],
  },
  {
    title: "Numbers",
    cases: [
      {
        text: "A number is digits with a decimal point; 1e3 is 1000. 50%, 1,234.50 and 0x10 are no numbers, in fields and in operands.",
        condition: { handle: "greater_than", value: "1,234.50", operands: ["1e3"], result: false },
      },
      {
        text: "Arithmetic is exact: 0.1 + 0.2 is 0.3. A quotient has 34 significant digits, and a formula is rounded once at its end.",
        action: { handle: "set", type: "number", value: 0, operands: ["10 / 3 * 3"], result: 10 },
      },
      {
        text: "A price in text form stays text, and keeps its text if its value does not change.",
        action: { handle: "multiply", value: "10.00", operands: ["1"], result: "10.00" },
      },
      {
        text: "Options that are numbers are compared as numbers.",
        condition: { handle: "option_equal_to", value: 2, operands: ["2.0"], result: true },
      },
      {
        text: "Yes and no may be true and false, y and n, on and off, t and f, 1 and 0.",
        condition: { handle: "boolean_equal_to", value: "off", operands: ["no"], result: true },
      },
    ],
  },
  {
    title: "Dates",
    cases: [
      {
        text: "A date is written as in 2026-01-31 or 2026-01-31T08:30:00Z (ISO 8601). Without a time zone it is UTC. “Now” is the time when the rule runs.",
        condition: {
          handle: "date_greater_than",
          value: "2026-01-31T00:30:00+01:00",
          operands: ["2026-01-31"],
          result: false,
        },
      },
      {
        text: "A number is no date: a date field is only set to a date, and Clear empties it. In a condition, a number counts days before now, and is never negative.",
        action: {
          handle: "set",
          type: "date",
          value: "2026-01-31",
          operands: ["30"],
          result: "2026-01-31",
        },
      },
    ],
  },
  {
    title: "Lists, and elements such as variants",
    cases: [
      {
        text: "A condition on a list, or on elements such as variants, is met when one entry meets it; with “every”, when all do. Actions change each entry.",
        action: { handle: "postfix", value: ["a", "b"], operands: ["!"], result: ["a!", "b!"] },
      },
      {
        text: "Each condition of a group looks at all elements by itself. A group can be met although no single variant meets all of it; an action on matched elements only then changes nothing, and the test counts such products apart.",
      },
      {
        text: "“Is not”, “is none of” and “does not contain” mean none of the given values, also where all of them are required.",
        condition: {
          handle: "string_not_in_list",
          value: "Oak",
          operands: ["Oak, Ash"],
          result: false,
        },
      },
      {
        text: "Several values in a condition are one per line or separated by tabs, else by commas. A value in quotation marks may contain a comma.",
        condition: {
          handle: "string_in_list",
          value: "Oak, oiled",
          operands: ['"Oak, oiled",Ash'],
          result: true,
        },
      },
      {
        text: "Split keeps all parts of all entries of a list, without empty parts.",
        action: {
          handle: "split_by_value",
          type: "array",
          value: ["a-b", "c--d", "e"],
          operands: ["-"],
          result: ["a", "b", "c", "d", "e"],
        },
      },
    ],
  },
  {
    title: "Named values",
    cases: [
      {
        text: "Attributes, options and custom fields are found by name in any case. If several have the name, a condition is met when one of them meets it, with “every” when all do, and an action changes or removes all of them.",
        action: {
          handle: "attribute_remove",
          value: colors,
          operands: ["color"],
          result: colors.slice(2),
        },
      },
      {
        text: "A custom field without a value is left out of a text.",
      },
    ],
  },
  {
    title: "Other fields, and missing values",
    cases: [
      {
        text: "A copied field takes the form of the field that it is copied to: text becomes a number where it is one, a category its name. What has no such form is not copied, and the value stays.",
        action: { handle: "set_to_field", type: "number", value: 7, operands: ["abc"], result: 7 },
      },
      {
        text: "If the record around a field is missing, setting the field creates it.",
      },
      {
        text: "A condition that names something unknown here is never met. An action that can't be carried out leaves the value as it is; the test says why.",
      },
    ],
  },
];
