import type { Tree } from "./draft-rule.ts";
import type { PartKind, Slot } from "./part.ts";
import { kindIn, slotsOf } from "./part.ts";

type AnyTree = Readonly<Record<string, unknown>>;

/** Copies a tree with every part of it changed, innermost first; lists that are absent or null stay so. */
export const mapTree = <K extends PartKind>(
  tree: Tree<K>,
  kind: K,
  change: (part: AnyTree, kind: PartKind) => AnyTree,
): Tree<K> => {
  const walk = (part: AnyTree, own: PartKind): AnyTree => {
    const slots: readonly Slot[] = slotsOf[own];
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
