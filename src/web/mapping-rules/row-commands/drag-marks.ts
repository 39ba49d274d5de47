import type { Target } from "#rule-model/draft/draft-rule.ts";
import type { PartKey } from "#rule-model/draft/part.ts";
import { partsAt } from "#rule-model/draft/edit-draft.ts";
import { partName, describePart } from "#rule-model/describe/describe-parts.ts";
import { rowElement } from "#web/mapping-rules/rows/focus-row.ts";
import "./drag-rows.css";
import { dropLine } from "./pointed-part.ts";
import type { EditorState } from "./editor-state.ts";

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
