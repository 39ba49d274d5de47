import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import type { DraftStore } from "./draft-store.ts";
import type { Part, PartData, PartKey, PartKind, Slot } from "./part.ts";
import { childrenIn, headKey, kindIn, slotsByKind, listChildKeys, rootKey } from "./part.ts";

/*
 * Converts between the tree of the request (api 4.6) and the parts of a draft. A tree made from a draft shares all
 * unedited objects with the tree made before, so that results computed from it can be cached by identity.
 */

interface Trees {
  readonly head: UpdateOrCreateMappingRule;
  readonly rule: UpdateOrCreateWorkflowRule;
  readonly group: UpdateOrCreateGroup;
  readonly condition: UpdateOrCreateCondition;
  readonly action: UpdateOrCreateAction;
}
export type Tree<K extends PartKind = PartKind> = Trees[K];

/** One list of a tree; undefined where it is missing, and then not sent until a part is added to it. */
const findList = (tree: Tree, slot: Slot): readonly Tree[] | undefined => {
  const inner = (tree as Readonly<Partial<Record<Slot, unknown>>>)[slot];
  if (inner === undefined || inner === null) return undefined;
  return slot === "rule" ? [inner as Tree] : (inner as readonly Tree[]);
};

/** The parts in one list of a tree. */
export const innerTrees = (tree: Tree, slot: Slot): readonly Tree[] => findList(tree, slot) ?? [];

const readData = (tree: Tree, kind: PartKind): PartData[PartKind] => {
  const slots: readonly string[] = slotsByKind[kind];
  return Object.fromEntries(
    // A null list stays null until a part is added to it.
    Object.entries(tree).filter(
      ([name, value]) => value !== undefined && (value === null || !slots.includes(name)),
    ),
  ) as unknown as PartData[PartKind];
};

/** The place of parts that are made from a tree. */
export interface PartPlace {
  readonly parent: PartKey | undefined;
  readonly slot: Slot | undefined;
}

/** The parts of a tree, itself first; the keys come from `newKey`, outermost first. */
export const addTreeParts = (
  tree: Tree,
  kind: PartKind,
  place: PartPlace,
  newKey: () => PartKey,
): Part[] => {
  const key = newKey();
  const inner: Part[] = [];
  const children: Partial<Record<Slot, readonly PartKey[]>> = {};
  for (const slot of slotsByKind[kind]) {
    const list = findList(tree, slot)?.map((child) => {
      const parts = addTreeParts(child, kindIn[slot], { parent: key, slot }, newKey);
      inner.push(...parts);
      return parts[0]?.key ?? key;
    });
    if (list) children[slot] = list;
  }
  return [{ key, kind, ...place, data: readData(tree, kind), children } as Part, ...inner];
};

/** The parts of a whole mapping rule: the head has `headKey`, its rule `rootKey`. */
export const toParts = (request: UpdateOrCreateMappingRule): Part[] => {
  let next = headKey;
  return addTreeParts(request, "head", { parent: undefined, slot: undefined }, () => next++);
};

interface Made {
  readonly part: Part;
  readonly inner: readonly Tree[];
  readonly tree: Tree;
}

/** The trees of a draft, rebuilt only where an edit changed them. */
export interface DraftTrees {
  /** The whole mapping rule as a save would send it. */
  readonly mappingRule: () => UpdateOrCreateMappingRule;
  readonly buildTree: (key: PartKey) => Tree | undefined;
  /** The key of a tree made here, which leads from results about trees to their rows. */
  readonly keyOf: (tree: object) => PartKey | undefined;
}

export const sameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);

export const createDraftTrees = (draft: Pick<DraftStore, "get" | "watch">): DraftTrees => {
  const made = new Map<PartKey, Made>();
  const keys = new WeakMap<object, PartKey>();
  /** Parts whose tree is current: nothing in them has changed, so none of them has to be checked. */
  const fresh = new Set<PartKey>();
  draft.watch((changed) => {
    for (const start of changed)
      for (
        let key: PartKey | undefined = start;
        key !== undefined && (key === start || fresh.has(key));
        key = draft.get(key)?.parent
      )
        fresh.delete(key);
  });

  const make = (part: Part): Tree => {
    const known = made.get(part.key);
    if (known && fresh.has(part.key)) return known.tree;
    const slots = slotsByKind[part.kind];
    const lists = slots.map((slot) =>
      childrenIn(part, slot)
        .map(buildTree)
        .filter((tree) => tree !== undefined),
    );
    const inner = lists.flat();
    fresh.add(part.key);
    if (known?.part === part && sameList(known.inner, inner)) return known.tree;
    const tree = {
      ...part.data,
      ...Object.fromEntries(
        slots.flatMap((slot, at) =>
          part.children[slot] ? [[slot, slot === "rule" ? lists[at]?.[0] : lists[at]]] : [],
        ),
      ),
    } as unknown as Tree;
    made.set(part.key, { part, inner, tree });
    keys.set(tree, part.key);
    return tree;
  };

  const buildTree = (key: PartKey): Tree | undefined => {
    const part = draft.get(key);
    return part && make(part);
  };

  return {
    buildTree,
    keyOf: (tree) => keys.get(tree),
    mappingRule: () => buildTree(headKey) as UpdateOrCreateMappingRule,
  };
};

/** The parts of a draft in the order the screen shows them, each before what is inside it. */
export function* partsInOrder(
  draft: Pick<DraftStore, "get">,
  from: PartKey = headKey,
): Generator<Part> {
  const waiting: PartKey[] = [from];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const part = draft.get(key);
    if (!part) continue;
    yield part;
    waiting.push(...listChildKeys(part).toReversed());
  }
}

export const keysInOrder = (draft: Pick<DraftStore, "get">, from?: PartKey): PartKey[] =>
  Array.from(partsInOrder(draft, from), ({ key }) => key);

/** The id of a saved part, as “condition 17”. */
export const savedName = (part: Part | undefined): string | undefined =>
  part && part.kind !== "head" && part.data.id ? `${part.kind} ${part.data.id}` : undefined;

/** Whether a part can be folded to one line. */
export const canFold = (part: Part | undefined): boolean =>
  part !== undefined &&
  (part.kind === "group" || (part.kind === "rule" && part.key !== rootKey)) &&
  listChildKeys(part).length > 0;

export const foldableKeys = (draft: Pick<DraftStore, "get">): PartKey[] =>
  [...partsInOrder(draft)].filter(canFold).map(({ key }) => key);

/** The parts around one, from the nearest on. */
export const outerKeys = (draft: Pick<DraftStore, "get">, key: PartKey): PartKey[] => {
  const keys: PartKey[] = [];
  for (let at = draft.get(key)?.parent; at !== undefined; at = draft.get(at)?.parent) keys.push(at);
  return keys;
};

/** Whether a part is `outer` itself or anywhere inside it. */
export const isWithin = (draft: Pick<DraftStore, "get">, key: PartKey, outer: PartKey): boolean => {
  for (let at: PartKey | undefined = key; at !== undefined; at = draft.get(at)?.parent)
    if (at === outer) return true;
  return false;
};

/** A place for a part: in a list of a part, before the sibling at `at` (the list's length: last). */
export interface Target {
  readonly parent: PartKey;
  readonly slot: Slot;
  readonly at: number;
}

/** The current place of a part. */
export const findPlace = (draft: Pick<DraftStore, "get">, key: PartKey): Target | undefined => {
  const part = draft.get(key);
  if (!part || part.parent === undefined || part.slot === undefined) return undefined;
  return {
    parent: part.parent,
    slot: part.slot,
    at: childrenIn(draft.get(part.parent), part.slot).indexOf(key),
  };
};

type AnyTree = Readonly<Record<string, unknown>>;

/** Copies a tree with every part of it changed, innermost first; lists that are absent or null stay so. */
export const mapTree = <K extends PartKind>(
  tree: Tree<K>,
  kind: K,
  change: (part: AnyTree, kind: PartKind) => AnyTree,
): Tree<K> => {
  const walk = (part: AnyTree, own: PartKind): AnyTree => {
    const slots: readonly Slot[] = slotsByKind[own];
    const inner = slots.flatMap((slot): (readonly [string, unknown])[] => {
      const held = part[slot];
      if (Array.isArray(held))
        return [[slot, held.map((child: AnyTree) => walk(child, kindIn[slot]))]];
      return typeof held === "object" && held !== null
        ? [[slot, walk(held as AnyTree, kindIn[slot])]]
        : [];
    });
    return change({ ...part, ...Object.fromEntries(inner) }, own);
  };
  return walk(tree as unknown as AnyTree, kind) as unknown as Tree<K>;
};

/** A tree as a new part: without the server's ids, and without the time it was saved at. */
export const withoutIds = <K extends PartKind>(tree: Tree<K>, kind: K): Tree<K> =>
  mapTree(tree, kind, ({ id: _id, updatedAt: _savedAt, ...rest }) => rest);
