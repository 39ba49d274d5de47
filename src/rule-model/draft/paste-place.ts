import type { UpdateOrCreateCondition } from "#contract/mapping-rule-request.ts";
import type { Tree } from "./draft-rule.ts";
import type { DraftStore } from "./draft-store.ts";
import type { Target } from "./edit-draft.ts";
import { kindNames } from "./commands.ts";
import type { PartKey, PartKind } from "./part.ts";
import { childrenIn } from "./part.ts";
import { placeNear } from "./drop-place.ts";
import { outerKeys } from "./document-order.ts";

interface Pasting {
  readonly target: Target;
  readonly trees: readonly Tree[];
  readonly words: string;
}

/** The place of trees pasted on a row: after it, else at the end of a list around it that holds such parts. */
export const treesToPaste = (
  draft: Pick<DraftStore, "get">,
  { kind, trees }: { readonly kind: PartKind; readonly trees: readonly Tree[] },
  key: PartKey,
): Pasting | undefined => {
  const words = trees.length === 1 ? kindNames[kind] : `${trees.length} ${kindNames[kind]}s`;
  const behind = { key, line: false, isBelow: () => true, isFolded: () => true };
  const target = placeNear(draft, kind, behind);
  if (target) return { target, trees, words };
  // A rule without a group gets one for the conditions.
  const rule = [key, ...outerKeys(draft, key)].find((outer) => draft.get(outer)?.kind === "rule");
  if (kind !== "condition" || rule === undefined) return undefined;
  const at = childrenIn(draft.get(rule), "groups").length;
  const group = { conditions: trees as readonly UpdateOrCreateCondition[] } as Tree<"group">;
  return { target: { parent: rule, slot: "groups", at }, trees: [group], words };
};
