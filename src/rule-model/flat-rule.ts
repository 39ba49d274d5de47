import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { Tree } from "./draft-rule.ts";
import { innerTrees } from "./draft-rule.ts";
import type { PartKey, PartKind, Slot } from "./part.ts";
import { kindIn, slotsByKind } from "./part.ts";

/*
 * A rule's parts by an id that is the same in every version of the rule, so that versions can be compared part by
 * part: the server's id (ids are kept on saving, api 4.6), or for a part without one its key in the draft.
 */

/** "head", "condition 17" (by server id), "draft 12" (by key), "other 3" (by neither: only itself). */
export type PartId = string;

export const headId: PartId = "head";

/** The id of a part that only has a key in the draft. */
const draftId = (key: PartKey): PartId => `draft ${key}`;

/** One part of a version, with its parent and list. */
export interface FlatPart {
  readonly id: PartId;
  readonly kind: PartKind;
  readonly tree: Tree;
  readonly parent: PartId | undefined;
  readonly slot: Slot | undefined;
  readonly children: Readonly<Partial<Record<Slot, readonly PartId[]>>>;
}

/** All parts of a version by id, each before the parts inside it. */
export type FlatRule = ReadonlyMap<PartId, FlatPart>;

/** Returns the key of a part in the draft. */
export type KeyOf = (tree: object) => PartKey | undefined;

const serverName = (tree: Tree, kind: PartKind, parent: PartId | undefined): PartId | undefined => {
  if (kind === "head") return headId;
  // The rule at the top is the same part in every version, even before it has an id.
  if (parent === headId) return "root";
  return tree.id ? `${kind} ${tree.id}` : undefined;
};

/**
 * The parts of a version. `keyOf` identifies parts without an id, `whose` those without a key; no two parts have the
 * same id.
 */
export const flatRule = (
  rule: UpdateOrCreateMappingRule,
  keyOf: KeyOf = () => undefined,
  whose = "other",
): FlatRule => {
  const flat = new Map<PartId, FlatPart>();
  let others = 0;
  const claimId = (tree: Tree, kind: PartKind, parent: PartId | undefined): PartId => {
    const name = serverName(tree, kind, parent);
    if (name !== undefined && !flat.has(name)) return name;
    const key = keyOf(tree);
    const drafted = key === undefined ? undefined : draftId(key);
    return drafted !== undefined && !flat.has(drafted) ? drafted : `${whose} ${others++}`;
  };
  const add = (
    tree: Tree,
    kind: PartKind,
    parent: PartId | undefined,
    slot: Slot | undefined,
  ): PartId => {
    const id = claimId(tree, kind, parent);
    const children: Partial<Record<Slot, readonly PartId[]>> = {};
    flat.set(id, { id, kind, tree, parent, slot, children });
    for (const inner of slotsByKind[kind])
      children[inner] = innerTrees(tree, inner).map((child) =>
        add(child, kindIn[inner], id, inner),
      );
    return id;
  };
  add(rule, "head", undefined, undefined);
  return flat;
};

/** The ids in one list of a part. */
export const namesIn = (part: FlatPart | undefined, slot: Slot): readonly PartId[] =>
  part?.children[slot] ?? [];

/** Fields without content of the user: ids identify parts, and the server writes the time. */
const ignored = new Set(["id", "updatedAt"]);

/** The default of a field that was left out; for all others, null and left out are the same. */
const defaultValues: Readonly<Record<string, unknown>> = {
  condition: "",
  condition2: "",
  condition3: "",
  condition4: "",
  value: "",
  value2: "",
  value3: "",
  value4: "",
  headerName: "",
  description: "",
  fieldArrayMustMatchAll: false,
  conditionArrayMustMatchAll: false,
  applyToMatchedOnly: false,
  alwaysRun: false,
  enabled: true,
};

/** A field's effective value: a field that is left out has its default. */
export const effectiveValue = (field: string, value: unknown): unknown =>
  value ?? defaultValues[field] ?? null;

/** The fields of a part that differ between two versions of it, without the parts inside. */
export const changedFields = (kind: PartKind, one: Tree, other: Tree): readonly string[] => {
  if (one === other) return [];
  const slots: readonly string[] = slotsByKind[kind];
  const [before, after] = [one, other] as unknown as Record<string, unknown>[];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) =>
      !ignored.has(field) &&
      !slots.includes(field) &&
      effectiveValue(field, before?.[field]) !== effectiveValue(field, after?.[field]),
  );
};

const sameTree = (kind: PartKind, one: Tree, other: Tree): boolean => {
  if (one === other) return true;
  // A part without an id equals any part in its place.
  if (one.id && other.id && one.id !== other.id) return false;
  if (changedFields(kind, one, other).length > 0) return false;
  return slotsByKind[kind].every((slot) => {
    const [before, after] = [innerTrees(one, slot), innerTrees(other, slot)];
    return (
      before === after ||
      (before.length === after.length &&
        before.every((tree, at) => sameTree(kindIn[slot], tree, after[at] as Tree)))
    );
  });
};

/** Whether two versions are equal; parts that both versions share are skipped. */
export const sameRule = (
  one: UpdateOrCreateMappingRule,
  other: UpdateOrCreateMappingRule,
): boolean => sameTree("head", one, other);

/**
 * The fewest ids that must move to turn one order into another: all except the longest subsequence that is in the
 * same order in both (patience sorting). Ids in only one of the lists are ignored.
 */
export const movedIds = (
  before: readonly string[],
  after: readonly string[],
): ReadonlySet<string> => {
  const places = new Map(before.map((name, at) => [name, at]));
  const common = after.filter((name) => places.has(name));
  const tails: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const name of common) {
    const place = places.get(name) ?? 0;
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    previous.set(place, tails[low - 1]);
    tails[low] = place;
  }
  const kept = new Set<number>();
  for (let at = tails.at(-1); at !== undefined; at = previous.get(at)) kept.add(at);
  return new Set(common.filter((name) => !kept.has(places.get(name) ?? 0)));
};
