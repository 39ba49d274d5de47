import type { Builder } from "./builder.ts";
import type { Target } from "./edit-draft.ts";
import { addTree } from "./edit-draft.ts";
import { newTree } from "./new-parts.ts";
import type { PartKey, PartKind } from "./part.ts";
import { kindIn } from "./part.ts";

/** The name of each kind of part in undo steps and announcements. */
export const kindNames: Readonly<Record<PartKind, string>> = {
  head: "mapping rule",
  rule: "rule",
  group: "group",
  condition: "condition",
  action: "action",
};

/** Adds a new part to a list and returns its key. */
export const addNew = (
  scope: Pick<Builder, "draft" | "workflow">,
  { parent, slot, at }: Target,
): PartKey | undefined =>
  addTree(
    scope.draft,
    newTree(scope, parent, slot),
    { parent, slot, at },
    `add ${kindNames[kindIn[slot]]}`,
  );
