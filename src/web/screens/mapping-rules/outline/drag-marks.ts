import { getElementFromPointWithoutHoneypot } from "@atlaskit/pragmatic-drag-and-drop/get-element-from-point-without-honey-pot";
import { describePart, partName } from "#rule-model/describe/describe-parts.ts";
import type { Target } from "#rule-model/draft/draft-rule.ts";
import type { PointedAt } from "#rule-model/draft/drop-place.ts";
import { partsAt } from "#rule-model/draft/edit-draft.ts";
import { childrenIn, type PartKey } from "#rule-model/draft/part.ts";
import type { EditorState } from "./editor-state.ts";
import { rowElement } from "./focus-row.ts";
import { keyOfRow } from "./shown-rows.ts";
import "./rule-toolbar.css";

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
interface DropLine {
  readonly top: number;
  readonly left: number;
  readonly width: number;
}

/** Half the space between two rows. */
const room = 2;

/** The line of a place: above the sibling that follows it, below the last one, or in an empty list. */
const dropLine = (
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

/* The visible state of a drag, by mouse or by finger. */

/** The text shown beside the pointer. */
export const dragLabel = ({ builder }: EditorState, keys: readonly PartKey[]): string => {
  const [first] = partsAt(builder.draft, keys);
  if (!first) return "";
  const name = first.kind === "group" ? `${partName(builder.draft, first)}: ` : "";
  const more = keys.length > 1 ? ` and ${keys.length - 1} more` : "";
  return `${name}${describePart(builder, first.key)}${more}`;
};

/** Fades the rows that are being dragged. */
export const markDragged = ({ root }: EditorState, keys: readonly PartKey[], on: boolean): void => {
  for (const key of keys) rowElement(root.get() ?? null, key)?.toggleAttribute("data-dragged", on);
};

/** Whether a row can be dragged: it is in a list, and its controls do not have the focus. */
export const isDraggable = (editor: EditorState, line: HTMLElement, key: PartKey): boolean => {
  const slot = editor.builder.draft.get(key)?.slot;
  return slot !== undefined && slot !== "rule" && !line.hasAttribute("data-row-form");
};

/** The line that marks the drop place. */
export const dropMark = (
  editor: EditorState,
): { readonly at: (target: Target | undefined) => void } => {
  const line = document.createElement("div");
  line.className = "drag-rows__line";
  return {
    at: (target) => {
      const place = target && dropLine(editor, target);
      if (!place) {
        line.remove();
        return;
      }
      line.style.transform = `translate(${place.left}px, ${place.top}px)`;
      line.style.width = `${place.width}px`;
      if (!line.isConnected) document.body.append(line);
    },
  };
};

/** The elements around the editor that scroll on their own. */
export const scrollersAround = (root: HTMLElement): Element[] => {
  const found: Element[] = [];
  for (let at = root.parentElement; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) found.push(at);
  return found;
};
