import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import type { DraftStore } from "./draft-store.ts";
import type { Part, PartData, PartKey, PartKind, Slot } from "./part.ts";
import { childrenIn, headKey, kindIn, slotsOf } from "./part.ts";

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

type Inner = Readonly<Partial<Record<Slot, unknown>>>;

const listOf = (tree: Tree, slot: Slot): readonly Tree[] => {
  const inner = (tree as Inner)[slot];
  if (slot === "rule") return inner === undefined || inner === null ? [] : [inner as Tree];
  return (inner as readonly Tree[] | null | undefined) ?? [];
};

const dataOf = (tree: Tree, kind: PartKind): PartData[PartKind] => {
  const slots: readonly string[] = slotsOf[kind];
  return Object.fromEntries(
    // A null list stays null until a part is added to it.
    Object.entries(tree).filter(
      ([name, value]) => value !== undefined && (value === null || !slots.includes(name)),
    ),
  ) as unknown as PartData[PartKind];
};

/** Whether a tree has a list at all; a missing list is not sent until a part is added to it. */
const hasList = (tree: Tree, slot: Slot): boolean => {
  const inner = (tree as Inner)[slot];
  return inner !== undefined && inner !== null;
};

/** The place of parts that are made from a tree. */
export interface PartPlace {
  readonly parent: PartKey | undefined;
  readonly slot: Slot | undefined;
}

/** The parts of a tree, itself first; the keys come from `newKey`, outermost first. */
export const partsOfTree = (
  tree: Tree,
  kind: PartKind,
  place: PartPlace,
  newKey: () => PartKey,
): Part[] => {
  const key = newKey();
  const inner: Part[] = [];
  const children: Partial<Record<Slot, readonly PartKey[]>> = {};
  for (const slot of slotsOf[kind]) {
    if (!hasList(tree, slot)) continue;
    children[slot] = listOf(tree, slot).map((child) => {
      const parts = partsOfTree(child, kindIn[slot], { parent: key, slot }, newKey);
      inner.push(...parts);
      return parts[0]?.key ?? key;
    });
  }
  return [{ key, kind, ...place, data: dataOf(tree, kind), children } as Part, ...inner];
};

/** The parts of a whole mapping rule: the head has `headKey`, its rule `rootKey`. */
export const partsOfMappingRule = (request: UpdateOrCreateMappingRule): Part[] => {
  let next = headKey;
  return partsOfTree(request, "head", { parent: undefined, slot: undefined }, () => next++);
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
  readonly treeOf: (key: PartKey) => Tree | undefined;
  /** The key of a tree made here, which leads from results about trees to their rows. */
  readonly keyOf: (tree: object) => PartKey | undefined;
}

const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
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
    const slots = slotsOf[part.kind];
    const lists = slots.map((slot) =>
      childrenIn(part, slot)
        .map(treeOf)
        .filter((tree) => tree !== undefined),
    );
    const inner = lists.flat();
    fresh.add(part.key);
    if (known?.part === part && same(known.inner, inner)) return known.tree;
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

  const treeOf = (key: PartKey): Tree | undefined => {
    const part = draft.get(key);
    return part && make(part);
  };

  return {
    treeOf,
    keyOf: (tree) => keys.get(tree),
    mappingRule: () => treeOf(headKey) as UpdateOrCreateMappingRule,
  };
};
