import type { ActionHandle, ComparatorHandle } from "#contract/handles.ts";

/* Other words for comparators and actions: for typed rules, and for the search of the pickers. */

/** Each phrase, also after “is”. */
const orIs = (...phrases: readonly string[]): string[] =>
  phrases.flatMap((phrase) => [phrase, `is ${phrase}`]);

const equal = ["=", "==", "equals", "equal to", "is equal to", "is exactly"];
const unequal = ["!=", "<>", "≠", "isn't", "is not", "is different from", "differs from"];
const exists = [
  ...["empty", "blank", "missing"].flatMap((word) => [
    `is not ${word}`,
    `isn't ${word}`,
    `not ${word}`,
  ]),
  "has a value",
  "is set",
];
const missing = [
  ...orIs("empty", "blank", "missing", "not set", "unset"),
  "isn't set",
  "has no value",
  "has none",
];
const oneOf = ["one of", "is one of", "in", "is in", "is any of"];
const noneOf = ["none of", "is none of", "not in", "is not in", "is not one of"];

export const longer = orIs("longer than");
export const shorter = orIs("shorter than");
const more = [
  ">",
  ...longer,
  ...orIs("over", "more than", "above", "higher than", "greater than"),
  "exceeds",
];
const atLeast = [
  ">=",
  "≥",
  "at least",
  "is no less than",
  "no less than",
  "from",
  ...orIs("not under", "not below"),
];
const less = ["<", ...shorter, ...orIs("under", "less than", "below", "lower than")];
const atMost = [
  "<=",
  "≤",
  "at most",
  "is no more than",
  "no more than",
  "up to",
  ...orIs("not over", "not above"),
];

/** The phrases before the operands. A comparator that matches case has those of the one that does not. */
export const comparatorSynonyms: Partial<Record<ComparatorHandle, readonly string[]>> = {
  string_equal_to: equal,
  string_not_equal_to: unequal,
  string_contains: ["with", "containing", "includes", "has"],
  string_not_contains: ["without", "doesn't contain", "does not include", "excludes", "has no"],
  string_starts_with: ["begins with", "starting with", "beginning with", "begins in", "starts in"],
  string_not_starts_with: ["doesn't start with", "does not begin with"],
  string_ends_with: ["ending with", "ends in", "ending in"],
  string_not_ends_with: ["doesn't end with"],
  string_in_list: oneOf,
  string_not_in_list: noneOf,
  string_exists: [...exists, "has text"],
  string_does_not_exist: [...missing, "doesn't exist", "has no text"],
  string_equals_field: ["equals field", "= field", "same as"],
  string_not_equals_field: ["differs from field", "!= field"],
  string_length: ["is as long as", "has length"],
  equal_to: equal,
  equal_to_field: equal,
  greater_than: more,
  greater_than_field: more,
  greater_than_equal_to: atLeast,
  greater_than_equal_to_field: atLeast,
  less_than: less,
  less_than_field: less,
  less_than_equal_to: atMost,
  less_than_equal_to_field: atMost,
  number_exists: exists,
  number_does_not_exist: [...missing, "doesn't exist"],
  option_equal_to: [...equal, ...oneOf],
  option_not_equal_to: unequal,
  string_option_equal_to: [...equal, ...oneOf],
  string_option_not_equal_to: unequal,
  boolean_equal_to: equal,
  date_greater_than: [">", "after", "later than", ...orIs("less than")],
  date_greater_than_equals: [">=", "≥", "on or after", "since", "from"],
  date_older_than_equals: ["<=", "≤", "on or before", "until"],
  date_older_than: ["<", ...orIs("before", "older than", "earlier than", "more than")],
  date_within_last: ["in the last", "within the last", "is in the last", "newer than"],
  array_empty: [...missing, "has no entries"],
  array_not_empty: [...exists, "has entries"],
  array_size_equals: ["has exactly"],
  array_size_greater_than: ["has more than"],
  array_size_less_than: ["has fewer than", "has less than"],
  attributes_default: ["with"],
  custom_fields_default: ["with"],
  custom_aggregate_field_default: ["with"],
  variant_options_default: ["with"],
  tag_contains: ["contains", "with", "includes", "include", "has", "have", "is"],
  tag_does_not_contain: ["without", "doesn't contain", "does not contain", "has no", "exclude"],
  category_in_list: [...oneOf, ...equal, "is"],
};

/** Whole sentences, with the places of the field and the operands. */
export const actionSynonyms: Partial<Record<ActionHandle, readonly string[]>> = {
  set: ["{field} = {1}", "change {field} to {1}", "{field} becomes {1}"],
  option_set: ["{field} = {1}", "change {field} to {1}", "{field} becomes {1}"],
  set_to_empty: ["empty {field}", "remove {field}", "delete {field}"],
  set_to_field: [
    "copy {1} to {field}",
    "copy {1} into {field}",
    "use {1} as {field}",
    "set {field} to field {1}",
    "{field} = field {1}",
  ],
  percent_change: [
    "{field} + {1}",
    "{field} up {1}",
    "{field} up by {1}",
    "add {1} to {field}",
    "increase {field} by {1}",
    "raise {field} by {1}",
    "mark up {field} by {1}",
  ],
  add: ["{field} + {1}", "{field} up {1}", "increase {field} by {1}", "raise {field} by {1}"],
  add_field: ["{field} + {1}"],
  subtract: [
    "{field} - {1}",
    "{field} down {1}",
    "{field} down by {1}",
    "take {1} off {field}",
    "reduce {field} by {1}",
    "lower {field} by {1}",
    "decrease {field} by {1}",
  ],
  subtract_field: ["{field} - {1}"],
  multiply: ["{field} x {1}", "{field} × {1}", "{field} * {1}"],
  multiply_by_field: ["{field} x {1}", "{field} × {1}", "{field} * {1}"],
  divide_by: ["{field} ÷ {1}", "{field} / {1}"],
  divide_by_field: ["{field} ÷ {1}", "{field} / {1}"],
  prefix: ["prefix {field} with {1}", "prepend {1} to {field}", "put {1} before {field}"],
  postfix: ["append {1} to {field}", "suffix {field} with {1}", "put {1} after {field}"],
  prefix_with_field: ["prefix {field} with field {1}"],
  postfix_with_field: ["append field {1} to {field}"],
  replace: [
    "replace {1} with {2} in {field}",
    "change {1} in {field} to {2}",
    "remove {1} from {field}",
  ],
  lowercase: ["lowercase {field}", "{field} to lowercase", "lower case {field}"],
  uppercase: ["uppercase {field}", "{field} to uppercase", "upper case {field}"],
  capitalize_each_word: ["capitalize {field}", "title case {field}"],
  trim: ["strip {field}"],
  mapping_set: ["look up {field} in {1}", "map {field} with {1}", "translate {field} with {1}"],
  left_pad: ["pad {field} to {1}"],
  substring: ["shorten {field} from index {1} up to {2}"],
};

/** Sentences that reduce by a percentage. */
export const reduceByPercent = [
  ...(actionSynonyms.subtract ?? []),
  "discount {field} by {1}",
  "mark down {field} by {1}",
];

/** Sentences that keep the beginning of a text. */
export const keepBeginning = ["shorten", "truncate", "cut"].flatMap((verb) => [
  `${verb} {field} to {2}`,
  `${verb} {field} to {2} characters`,
]);

/** What people call fields, by the name that the catalog has. */
export const fieldSynonyms: Readonly<Record<string, readonly string[]>> = {
  quantity: ["stock", "inventory"],
  "inserted at": ["created", "created at"],
  "updated at": ["updated", "last updated"],
  tags: ["tag"],
  "estimated shipping cost": ["shipping cost"],
  "estimated dropship fee": ["dropship fee"],
  images: ["pictures", "photos"],
};

/** The other words that a picker finds a comparator or an action by. */
export const synonymsOf = (handle: string | undefined): readonly string[] => {
  const own: Partial<Record<string, readonly string[]>> = {
    ...comparatorSynonyms,
    ...actionSynonyms,
  };
  const words = own[handle?.replace(/_case_sensitive$/, "") ?? ""] ?? [];
  return words.map((phrase) => phrase.replaceAll(/\s*\{\w+\}\s*/g, " ").trim());
};
