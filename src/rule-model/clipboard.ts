import type * as z from "zod/mini";
import { maxNesting, maxRuleNodes } from "#contract/limits.ts";
import {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import { isRecord } from "#rules/read-value.ts";
import type { Builder } from "./builder.ts";
import { mapTree, type Tree, withoutIds } from "./draft-rule.ts";
import {
  parseWithin,
  isUnchosen,
  unchosenFields,
  valueAt,
  answerFields,
  issueInWords,
  tooManyParts,
  unknownFieldInWords,
} from "./rule-text.ts";
import { kindIn, type PartKey, type PartKind, type Slot, slotsByKind } from "./part.ts";
import { mapNames, type Names, namesUsed, type PortableNames } from "./portable-names.ts";
import type { Workflow } from "./workflow.ts";

/*
 * Reads trees from any JSON: as requests have them (api 4.6) or as the API answers them (api 2.15), whose names of
 * comparators and actions then identify their ids. Nothing here throws; the depth is limited by the callers.
 */

/** One part from JSON. */
interface ReadTree {
  readonly kind: PartKind;
  readonly tree: Tree;
}

type Json = Readonly<Record<string, unknown>>;

const has = (json: Json, ...names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(json, name));

/** The fields that only one kind of part has; the first kind that fits is the part's kind. */
const marks: readonly (readonly [kind: PartKind, is: (json: Json) => boolean])[] = [
  ["head", (json) => has(json, "rule", "eventId", "globalDataTypeId")],
  ["rule", (json) => has(json, "groups", "actions", "childRules")],
  ["group", (json) => has(json, "conditions")],
  ["condition", (json) => has(json, "workflowDataTypeComparatorId", "workflowDataTypeComparator")],
  ["action", (json) => has(json, "workflowDataTypeActionId", "workflowDataTypeAction")],
];

/** The kind of part that JSON represents; undefined where it is something else. */
export const detectPartKind = (json: unknown): PartKind | undefined =>
  isRecord(json) ? marks.find(([, is]) => is(json))?.[0] : undefined;

const schemas: { readonly [K in PartKind]: z.ZodMiniType } = {
  head: UpdateOrCreateMappingRule,
  rule: UpdateOrCreateWorkflowRule,
  group: UpdateOrCreateGroup,
  condition: UpdateOrCreateCondition,
  action: UpdateOrCreateAction,
};

/** The fields of answers that requests have at other places. */
const requestFields: Readonly<Partial<Record<PartKind, ReadonlySet<string>>>> = {
  rule: new Set(["workflowRuleTypeId", "updatedAt"]),
};

const isRanked = (held: unknown): held is { readonly rank?: number | null }[] =>
  Array.isArray(held) && held.some((item) => isRecord(item) && Object.hasOwn(item, "rank"));

/** A part with the parts inside it in the order of their ranks. */
const inOrder = (json: Json, kind: PartKind): Json => {
  const lists = slotsByKind[kind].flatMap((slot): (readonly [string, unknown])[] => {
    const held = json[slot];
    return isRanked(held) ? [[slot, inRankOrder(held)]] : [];
  });
  return { ...json, ...Object.fromEntries(lists) };
};

/** A part as a request has it: without the fields that only the API writes. */
const asRequest = (json: Json, kind: PartKind): Json => {
  const kept = requestFields[kind];
  const entries = Object.entries(json).filter(
    ([name]) => !answerFields.has(name) || kept?.has(name),
  );
  const request = Object.fromEntries(entries);
  // `alwaysRun` is false where it is left out (api 4.6).
  return kind === "rule" && request["alwaysRun"] === undefined
    ? { ...request, alwaysRun: false }
    : request;
};

/** The reason why a tree cannot be walked: a list of parts that holds something else, or too many of them. */
const listFault = (json: Json, kind: PartKind): string | undefined => {
  const waiting: (readonly [Json, PartKind])[] = [[json, kind]];
  // The mapping rule around the rule isn't a part.
  let left = kind === "head" ? maxRuleNodes + 1 : maxRuleNodes;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (left === 0) return tooManyParts;
    left -= 1;
    const [part, own] = next;
    const slots: readonly Slot[] = slotsByKind[own];
    for (const slot of slots) {
      const held = part[slot];
      if (held === null || held === undefined) continue;
      const items: unknown = slot === "rule" ? [held] : held;
      if (!Array.isArray(items) || !items.every(isRecord))
        return slot === "rule"
          ? "“rule” must be an object in { }."
          : `“${slot}” must be a list of parts.`;
      for (const item of items) waiting.push([item, kindIn[slot]]);
    }
  }
  return undefined;
};

const mayBeUnchosen = new Set<unknown>([...unchosenFields, "workflowRuleTypeId"]);

const placeWords = (path: readonly PropertyKey[]): string => {
  const outer = path.slice(0, -1).join(".");
  return outer === "" ? "" : ` (at ${outer.length > 80 ? `…${outer.slice(-80)}` : outer})`;
};

/** The contract's error for a tree; unset fields are 0, which is allowed. */
const schemaFault = (json: Json, kind: PartKind): string | undefined => {
  const { error } = schemas[kind].safeParse(json);
  const issue = error?.issues.find((one) => !isUnchosen(one, json, mayBeUnchosen));
  if (!issue) return undefined;
  if (issue.code === "unrecognized_keys")
    return `${unknownFieldInWords(issue.keys[0] ?? "")}${placeWords([...issue.path, ""])}`;
  const value = valueAt(json, issue.path);
  return `${issueInWords(issue, value, value === undefined)}${placeWords(issue.path)}`;
};

/** Reads one part from JSON. */
export const readTree = (
  json: unknown,
  kind: PartKind,
): { readonly tree: Tree } | { readonly why: string } => {
  if (!isRecord(json)) return { why: "A part must be an object in { }." };
  const fault = listFault(json, kind);
  if (fault !== undefined) return { why: fault };
  const ordered = mapTree(json as unknown as Tree, kind, inOrder);
  const request = mapTree(ordered, kind, asRequest);
  const why = schemaFault(request as unknown as Json, kind);
  return why === undefined ? { tree: request } : { why };
};

const handleIn = (value: unknown): string | undefined =>
  isRecord(value) && typeof value["handle"] === "string" ? value["handle"] : undefined;

const embedded = [
  ["comparators", "workflowDataTypeComparatorId", "workflowDataTypeComparator"],
  ["comparators", "preModifierDataTypeComparatorId", "preModifierDataTypeComparator"],
  ["actions", "workflowDataTypeActionId", "workflowDataTypeAction"],
  ["ruleTypes", "workflowRuleTypeId", "workflowRuleType"],
  ["dataTypes", "globalDataTypeId", "globalDataType"],
] as const;

/** The names that an answer has beside its ids. */
export const embeddedNames = (json: unknown): Partial<PortableNames> => {
  const names = new Map<string, Record<string, string>>();
  const waiting: unknown[] = [json];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null) continue;
    for (const inner of Object.values(value))
      if (typeof inner === "object" && inner !== null) waiting.push(inner);
    if (!isRecord(value)) continue;
    for (const [kind, idField, recordField] of embedded) {
      const [id, handle] = [value[idField], handleIn(value[recordField])];
      if (typeof id !== "number" || handle === undefined) continue;
      const known = names.get(kind) ?? {};
      known[String(id)] = handle;
      names.set(kind, known);
    }
  }
  return Object.fromEntries(names) as Partial<PortableNames>;
};

/** Names out of a file: whatever is no text is left out. */
export const readNames = (json: unknown): Partial<PortableNames> => {
  if (!isRecord(json)) return {};
  const named = Object.entries(json).flatMap(([kind, names]): [string, Names][] => {
    if (!isRecord(names)) return [];
    const texts = Object.entries(names).filter(([, name]) => typeof name === "string");
    return [[kind, Object.fromEntries(texts) as Names]];
  });
  return Object.fromEntries(named) as Partial<PortableNames>;
};

/*
 * Parts as text: copied from one rule and pasted into another, in this workflow or elsewhere. The names of everything
 * the parts refer to are included, so that the parts mean the same in a workflow with other ids.
 */

/** The parts in a text: of one kind, without server ids, and notes on names that this workflow does not have. */
interface PastedParts {
  readonly kind: PartKind;
  readonly trees: readonly Tree[];
  readonly notes: readonly string[];
}
/** The parts, or the reason why the text has none. */
export type Pasted = PastedParts | { readonly why: string };

const marker = "rule-parts";
const version = 1;
const bounds = { levels: maxNesting + 4, most: maxRuleNodes * 24 };

/** Serializes parts; undefined where there are none, or of several kinds. */
export const serializeParts = (
  { draft, trees, workflow }: Pick<Builder, "draft" | "trees" | "workflow">,
  keys: readonly PartKey[],
): string | undefined => {
  const parts = keys.flatMap((key): ReadTree[] => {
    const [part, tree] = [draft.get(key), trees.buildTree(key)];
    return part && tree ? [{ kind: part.kind, tree: withoutIds(tree, part.kind) }] : [];
  });
  const [first] = parts;
  if (!first || parts.some(({ kind }) => kind !== first.kind)) return undefined;
  const names = namesUsed(parts, workflow);
  return JSON.stringify({ supercargo: marker, version, parts, names }, null, 2);
};

const kinds: ReadonlySet<unknown> = new Set<PartKind>([
  "head",
  "rule",
  "group",
  "condition",
  "action",
]);

interface Found {
  readonly items: readonly { readonly kind: PartKind; readonly json: unknown }[];
  readonly names: ReturnType<typeof readNames>;
}

const notParts = { why: "This text isn't part of a mapping rule." };

const fromEnvelope = (json: Readonly<Record<string, unknown>>): Found | { why: string } => {
  if (json["version"] !== version)
    return { why: "This was copied from another version of the console." };
  const parts = json["parts"];
  if (!Array.isArray(parts)) return notParts;
  const items = parts.flatMap((part: unknown) =>
    isRecord(part) && kinds.has(part["kind"])
      ? [{ kind: part["kind"] as PartKind, json: part["tree"] }]
      : [],
  );
  return items.length < parts.length ? notParts : { items, names: readNames(json["names"]) };
};

const fromApi = (json: unknown): Found | { why: string } => {
  const items = (Array.isArray(json) ? json : [json]).map((one: unknown) => ({
    kind: detectPartKind(one),
    json: one,
  }));
  const known = items.flatMap(({ kind, json: one }) => (kind ? [{ kind, json: one }] : []));
  return known.length < items.length ? notParts : { items: known, names: embeddedNames(json) };
};

/** A mapping rule inside another becomes a rule, with the mapping rule's name. */
const asPart = ({ kind, tree }: ReadTree): ReadTree => {
  if (kind !== "head") return { kind, tree };
  const { name, rule } = tree as Tree<"head">;
  return { kind: "rule", tree: { ...rule, name: rule.name || name } };
};

const countParts = (parts: readonly ReadTree[]): number => {
  let count = 0;
  for (const { kind, tree } of parts)
    mapTree(tree, kind, (part) => {
      count += 1;
      return part;
    });
  return count;
};

const readAll = ({ items }: Found): { parts: readonly ReadTree[] } | { why: string } => {
  const parts: ReadTree[] = [];
  for (const { kind, json } of items) {
    const read = readTree(json, kind);
    if ("why" in read) return read;
    if (kind === "head" && !isRecord((read.tree as Tree<"head">).rule))
      return { why: "This mapping rule was loaded without its conditions and actions." };
    parts.push(asPart({ kind, tree: withoutIds(read.tree, kind) }));
  }
  return { parts };
};

/** Reads parts from any text: copied here, in another rule or tab, or JSON as the API has it. Never throws. */
export const readParts = ({ workflow }: { readonly workflow: Workflow }, text: string): Pasted => {
  const read = parseWithin(text, bounds, {
    empty: "The clipboard has no text.",
    invalid: () => "This text isn't part of a mapping rule: it isn't JSON.",
  });
  if ("why" in read) return read;
  const { json } = read;
  const found =
    isRecord(json) && json["supercargo"] === marker ? fromEnvelope(json) : fromApi(json);
  if ("why" in found) return found;
  const all = readAll(found);
  if ("why" in all) return all;
  const [first] = all.parts;
  if (!first) return { why: "The copied text is empty." };
  if (all.parts.some(({ kind }) => kind !== first.kind))
    return { why: "Different kinds of parts can't be pasted together." };
  if (countParts(all.parts) > maxRuleNodes) return { why: tooManyParts };
  const { trees, notes } = mapNames(all.parts, found.names, workflow);
  return { kind: first.kind, trees: trees.map(({ tree }) => tree), notes };
};
