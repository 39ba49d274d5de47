import { getElementFromPointWithoutHoneypot } from "@atlaskit/pragmatic-drag-and-drop/get-element-from-point-without-honey-pot";
import type { Target } from "#rule-model/draft/draft-rule.ts";
import type { PartKey } from "#rule-model/draft/part.ts";
import { childrenIn } from "#rule-model/draft/part.ts";
import type { PointedAt } from "#rule-model/draft/drop-place.ts";
import { rowElement } from "#web/mapping-rules/rows/focus-row.ts";
import type { EditorState } from "./editor-state.ts";
import { keyOfRow } from "./shown-rows.ts";

/* Converts between the parts of a rule and their boxes on the screen. A block holds a part with all parts inside it. */

const ownLine = ":scope > [data-part-key]";

/** The box of a part with all parts inside it. */
const findBlock = (root: HTMLElement, key: PartKey): Element | undefined =>
  root.querySelector(`[data-block-key="${key}"]`) ??
  rowElement(root, key)?.closest("li") ??
  undefined;

const keyOfBlock = (element: HTMLElement): PartKey | undefined =>
  element.dataset["blockKey"] === undefined
    ? keyOfRow(element.querySelector(ownLine))
    : Number(element.dataset["blockKey"]);

/** The part under the pointer: by a row's line, or by the space of a part around the parts inside it. */
export const pointedAt = (
  { builder, root }: EditorState,
  x: number,
  y: number,
): PointedAt | undefined => {
  const editor = root.get();
  const under = getElementFromPointWithoutHoneypot({ x, y });
  if (!editor || !under || !editor.contains(under)) return undefined;
  const box = under.closest<HTMLElement>("[data-part-key], [data-block-key], li");
  const line = box?.hasAttribute("data-part-key") === true;
  const key = box === null ? undefined : line ? keyOfRow(box) : keyOfBlock(box);
  if (key === undefined) return undefined;
  return {
    key,
    line,
    isFolded: (part) => builder.view.get(part)?.collapsed === true,
    isBelow: (part) => {
      const whole =
        builder.draft.get(part)?.kind === "condition" || builder.draft.get(part)?.kind === "action"
          ? rowElement(editor, part)
          : findBlock(editor, part);
      const rect = whole?.getBoundingClientRect();
      return rect !== undefined && y > rect.top + rect.height / 2;
    },
  };
};

/** The position of the line that marks a drop place. */
export interface DropLine {
  readonly top: number;
  readonly left: number;
  readonly width: number;
}

/** Half the space between two rows. */
const room = 2;

/** The line of a place: above the sibling that follows it, below the last one, or in an empty list. */
export const dropLine = (
  { builder: { draft }, root }: EditorState,
  { parent, slot, at }: Target,
): DropLine | undefined => {
  const editor = root.get();
  if (!editor) return undefined;
  const siblings = childrenIn(draft.get(parent), slot);
  const next = siblings[at];
  const before = siblings[at - 1];
  const box = (key: PartKey | undefined) =>
    key === undefined ? undefined : findBlock(editor, key)?.getBoundingClientRect();
  const [above, below] = [box(before), box(next)];
  if (below) return { top: below.top - room, left: below.left, width: below.width };
  if (above) return { top: above.bottom + room, left: above.left, width: above.width };
  const owner = rowElement(editor, parent)?.getBoundingClientRect() ?? box(parent);
  return owner && { top: owner.bottom + room, left: owner.left, width: owner.width };
};
