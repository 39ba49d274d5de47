import { createScanner, type Node, type ParseError, parseTree } from "jsonc-parser";
import * as z from "zod/mini";
import { maxBodyBytes, maxNesting, maxRuleNodes } from "#contract/limits.ts";
import {
  type LockedMappingRuleField,
  lockedMappingRuleFields,
  whyMappingRuleFieldLocked,
} from "#contract/mapping-rule-guards.ts";
import { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { MappingRule } from "#contract/mapping-rules.ts";
import { readAnswer } from "#contract/read.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import { memoized } from "#rules/lazily.ts";
import { formatNumber } from "#rules/shown-text.ts";

/** A message about a place of a text. */
interface TextFinding {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  /** An error prevents the text from being applied; a warning does not. */
  readonly kind: "error" | "warning";
}

/** A place in a text, as an editor counts: from 1. */
interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Finds line and column of offsets in one text; the lines are counted once. */
const createPlaceFinder = (text: string): ((offset: number) => TextPlace) => {
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
const maxTextLength = 4 * 1024 * 1024;
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
const beyondBounds = (
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

/** Parses a text within bounds; `words` are for an empty text, and for one that isn't JSON. */
export const parseWithin = (
  text: string,
  bounds: Parameters<typeof beyondBounds>[1],
  words: { readonly empty: string; readonly invalid: (message: string) => string },
): { readonly json: unknown } | { readonly why: string } => {
  if (text.trim() === "") return { why: words.empty };
  const beyond = beyondBounds(text, bounds);
  if (beyond) return { why: beyond.message };
  try {
    return { json: JSON.parse(text) as unknown };
  } catch (error) {
    return { why: words.invalid(error instanceof Error ? error.message : String(error)) };
  }
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
const readSyntax = (
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
const repeatedFields = (root: Node): TextFinding[] => {
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

/** A finding and where an editor shows it. */
export type PlacedFinding = TextFinding & TextPlace;

/** The content of a rule's text. */
export interface RuleText {
  /** The rule, if the text has no error. */
  readonly request: UpdateOrCreateMappingRule | undefined;
  /** In the order of the text, errors and warnings. */
  readonly findings: readonly PlacedFinding[];
  /** Findings beyond those that are listed. */
  readonly more: number;
  /** True where the text is a rule in the API's answer format, with fields that are not sent. */
  readonly answered: boolean;
}

/** The fields that the text may not change: the rule's own id, and the fields locked once the rule exists (api 4.6). */
export type RuleIdentity = Pick<UpdateOrCreateMappingRule, "id" | LockedMappingRuleField>;

const listedAtOnce = 100;
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

/** Finds nodes of a tree by their names or paths. */
interface NodeFinder {
  /** The field of an object; of several with one name the last, whose value counts. */
  property(node: Node, name: string): Node | undefined;
  /** The node of a path, or the nearest one around it: a missing value is shown at the node that lacks it. */
  at(path: readonly PropertyKey[]): { readonly node: Node; readonly missing: boolean };
}

/** Each object's names are read once: it can have a hundred thousand, with a finding for each. */
const createNodeFinder = (root: Node): NodeFinder => {
  const names = memoized(
    (node: Node): ReadonlyMap<unknown, Node> =>
      new Map(node.children?.map((child) => [child.children?.[0]?.value, child])),
  );
  const property: NodeFinder["property"] = (node, name) =>
    node.type === "object" ? names(node).get(name) : undefined;
  return {
    property,
    at: (path) => {
      let node = root;
      for (const key of path) {
        const inside =
          typeof key === "number"
            ? node.children?.[key]
            : property(node, String(key))?.children?.[1];
        if (inside === undefined) return { node, missing: true };
        node = inside;
      }
      return { node, missing: false };
    },
  };
};

const placeNode = (node: Node, missing: boolean) => ({
  offset: node.offset,
  length: missing ? 1 : node.length,
});

/** A field that is not chosen yet is 0: the rows report it, and the text may be applied as it is. */
export const isUnchosen = (issue: Issue, json: unknown, fields = unchosenFields): boolean =>
  issue.code === "too_small" && fields.has(issue.path.at(-1)) && valueAt(json, issue.path) === 0;

const toFindings = (issue: Issue, nodes: NodeFinder, json: unknown): TextFinding[] => {
  const { node, missing } = nodes.at(issue.path);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const property = nodes.property(node, key);
      return {
        ...placeNode(property?.children?.[0] ?? node, property === undefined),
        kind: "error",
        message: unknownFieldInWords(key, answerFields.has(key)),
      };
    });
  if (isUnchosen(issue, json))
    return [
      {
        ...placeNode(node, false),
        kind: "warning",
        message: `“${String(issue.path.at(-1))}” is 0: nothing is selected here yet.`,
      },
    ];
  return [
    {
      ...placeNode(node, missing),
      kind: "error",
      message: issueInWords(issue, valueAt(json, issue.path), missing),
    },
  ];
};

/** An id may name one part only (api 4.6), so two parts cannot have the same one. */
const repeatedIds = (request: UpdateOrCreateMappingRule, nodes: NodeFinder): TextFinding[] => {
  const seen = new Set<string>();
  return listRuleParts(request.rule).flatMap(({ kind, path, part }): TextFinding[] => {
    if (!part.id) return [];
    const name = `${kind} ${part.id}`;
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const segments = path.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const { node } = nodes.at([...segments, "id"]);
    return [
      {
        ...placeNode(node, false),
        kind: "error",
        message: `The ${name} appears twice in the request. Remove the ID to create a new part.`,
      },
    ];
  });
};

const identityFindings = (
  request: UpdateOrCreateMappingRule,
  identity: RuleIdentity,
  nodes: NodeFinder,
): TextFinding[] => {
  const finding = (field: keyof RuleIdentity, message: string): TextFinding => {
    const { node, missing } = nodes.at([field]);
    return { ...placeNode(node, missing), kind: "error", message };
  };
  const own = identity.id ?? undefined;
  const others = (request.id ?? undefined) !== own;
  const wrongId = own
    ? `The ID of this rule is ${own} and can't be changed.`
    : "This rule isn't saved yet and has no ID. Remove the ID.";
  return [
    ...(others ? [finding("id", wrongId)] : []),
    ...lockedMappingRuleFields
      .filter((field) => own && (request[field] ?? undefined) !== (identity[field] ?? undefined))
      .map((field) =>
        finding(
          field,
          `${whyMappingRuleFieldLocked(identity, field) ?? ""} It is ${String(identity[field] ?? null)}.`,
        ),
      ),
  ];
};

type Rule = UpdateOrCreateMappingRule["rule"];

/** `alwaysRun` is false where it is left out (api 4.6). */
const withDefaults = (rule: Rule): Rule => ({
  ...rule,
  alwaysRun: rule.alwaysRun ?? false,
  ...(rule.childRules ? { childRules: rule.childRules.map(withDefaults) } : {}),
});

interface Checked {
  readonly request?: UpdateOrCreateMappingRule;
  readonly findings: readonly TextFinding[];
}

/** The length of a text in UTF-8. */
const countBytes = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
};

const tooLarge = (request: UpdateOrCreateMappingRule): TextFinding[] => {
  const bytes = countBytes(JSON.stringify(request));
  return bytes > maxBodyBytes
    ? [
        {
          offset: 0,
          length: 0,
          kind: "error",
          message: `This rule has ${formatNumber(bytes)} bytes, and the API accepts at most ${formatNumber(maxBodyBytes)}.`,
        },
      ]
    : [];
};

/** The message for a rule of more parts than the API accepts. */
export const tooManyParts = `This has more than ${formatNumber(maxRuleNodes)} parts, the most that a rule can have.`;

/** Every entry of a list is a part of the rule. The schema overflows the stack where a hundred thousand are wrong. */
const hasTooManyParts = (root: Node): boolean => {
  let entries = 0;
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop())
    for (const child of node.children ?? []) {
      if (node.type === "array") entries += 1;
      waiting.push(child);
    }
  return entries >= maxRuleNodes;
};

const check = (root: Node, json: unknown, identity: RuleIdentity): Checked => {
  if (hasTooManyParts(root))
    return { findings: [{ offset: 0, length: 0, kind: "error", message: tooManyParts }] };
  const nodes = createNodeFinder(root);
  const result = z.safeParse(UpdateOrCreateMappingRule, json);
  const issues = (result.error?.issues ?? []).flatMap((issue) => toFindings(issue, nodes, json));
  const findings = [...repeatedFields(root), ...issues];
  if (findings.some(({ kind }) => kind === "error")) return { findings };
  const read = json as UpdateOrCreateMappingRule;
  const request = { ...read, rule: withDefaults(read.rule) };
  return {
    request,
    findings: [
      ...findings,
      ...identityFindings(request, identity, nodes),
      ...repeatedIds(request, nodes),
      ...tooLarge(request),
    ],
  };
};

const checkText = (text: string, identity: RuleIdentity): Checked => {
  const beyond = beyondBounds(text);
  if (beyond) return { findings: [beyond] };
  const { root, findings } = readSyntax(text);
  if (!root) return { findings };
  return check(root, JSON.parse(text) as unknown, identity);
};

/** Reads the request JSON of a rule (api 4.6) and reports its problems, each with its place in the text. */
export const readRuleText = (text: string, identity: RuleIdentity): RuleText => {
  const { request, findings } = checkText(text, identity);
  const placeIn = createPlaceFinder(text);
  const placed = findings
    .toSorted((one, other) => one.offset - other.offset)
    .slice(0, listedAtOnce)
    .map((finding) => ({ ...finding, ...placeIn(finding.offset) }));
  const failed = findings.some(({ kind }) => kind === "error");
  return {
    request: failed ? undefined : request,
    findings: placed,
    more: findings.length - placed.length,
    answered: findings.some(({ message }) => message.includes("set by the API")),
  };
};
