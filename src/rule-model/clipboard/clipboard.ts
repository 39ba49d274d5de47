import { maxNesting, maxRuleNodes } from "#contract/limits.ts";
import { beyondBounds } from "#rule-model/json/json-text.ts";
import { tooManyParts } from "#rule-model/json/read-rule-text.ts";
import type { Builder } from "#rule-model/draft/builder.ts";
import type { Tree } from "#rule-model/draft/draft-rule.ts";
import { mapTree, withoutIds } from "#rule-model/draft/draft-rule.ts";
import type { PartKey, PartKind } from "#rule-model/draft/part.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";
import { mapNames, namesUsed } from "./portable-names.ts";
import type { ReadTree } from "./read-tree.ts";
import { embeddedNames, isJsonObject, detectPartKind, readNames, readTree } from "./read-tree.ts";

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
    isJsonObject(part) && kinds.has(part["kind"])
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

const parsed = (text: string): { readonly json: unknown } | { readonly why: string } => {
  if (text.trim() === "") return { why: "The clipboard has no text." };
  const beyond = beyondBounds(text, bounds);
  if (beyond) return { why: beyond.message };
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return { why: "This text isn't part of a mapping rule: it isn't JSON." };
  }
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
    if (kind === "head" && !isJsonObject((read.tree as Tree<"head">).rule))
      return { why: "This mapping rule was loaded without its conditions and actions." };
    parts.push(asPart({ kind, tree: withoutIds(read.tree, kind) }));
  }
  return { parts };
};

/** Reads parts from any text: copied here, in another rule or tab, or JSON as the API has it. Never throws. */
export const readParts = ({ workflow }: { readonly workflow: Workflow }, text: string): Pasted => {
  const read = parsed(text);
  if ("why" in read) return read;
  const { json } = read;
  const found =
    isJsonObject(json) && json["supercargo"] === marker ? fromEnvelope(json) : fromApi(json);
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
