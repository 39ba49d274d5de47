import "./drag-rows.css";
import {
  autoScrollForElements,
  autoScrollWindowForElements,
} from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import {
  draggable,
  dropTargetForElements,
} from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview";
import type { Target } from "#web/mapping-rules/builder/edit-draft.ts";
import type { PartKey } from "#web/mapping-rules/builder/part.ts";
import { rowElement } from "#web/mapping-rules/rows/focus-row.ts";
import { dropPlace } from "./drop-place.ts";
import { partsAt } from "./edit-parts.ts";
import { chosenWith, moveTo } from "./move-commands.ts";
import { partName, partSentence } from "./part-words.ts";
import { dropLine, pointedAt } from "./pointed-part.ts";
import type { RuleMoves } from "./rule-moves.ts";
import { say } from "./rule-moves.ts";
import { keyOfRow } from "./shown-rows.ts";

/*
 * Rows become draggable when the pointer comes to them, and the editor's root alone is a place to drop on: rows that
 * nobody drags cost nothing. Dragging is the browser's own, which Esc cancels and a long press starts on a touch screen.
 */

type Cleanup = () => void;

const previewWords = ({ builder }: RuleMoves, keys: readonly PartKey[]): string => {
  const [first] = partsAt(builder.draft, keys);
  if (!first) return "";
  const name = first.kind === "group" ? `${partName(builder.draft, first)}: ` : "";
  const more = keys.length > 1 ? ` and ${keys.length - 1} more` : "";
  return `${name}${partSentence(builder, first.key)}${more}`;
};

const showPreview = (
  words: string,
  nativeSetDragImage: Parameters<typeof setCustomNativeDragPreview>[0]["nativeSetDragImage"],
) =>
  setCustomNativeDragPreview({
    nativeSetDragImage,
    getOffset: () => ({ x: -12, y: 8 }),
    render: ({ container }) => {
      const preview = document.createElement("div");
      preview.className = "drag-rows__preview";
      preview.textContent = words;
      container.append(preview);
    },
  });

const markDragged = ({ root }: RuleMoves, keys: readonly PartKey[], on: boolean): void => {
  for (const key of keys) rowElement(root.get() ?? null, key)?.toggleAttribute("data-dragged", on);
};

const makeDraggable = (moves: RuleMoves, line: HTMLElement, key: PartKey): Cleanup => {
  let keys: readonly PartKey[] = [];
  return draggable({
    element: line,
    getInitialData: () => {
      keys = chosenWith(moves, key);
      return { builder: moves.builder, keys };
    },
    onGenerateDragPreview: ({ nativeSetDragImage }) =>
      showPreview(previewWords(moves, keys), nativeSetDragImage),
    onDragStart: () => markDragged(moves, keys, true),
    onDrop: ({ location }) => {
      markDragged(moves, keys, false);
      if (location.current.dropTargets.length === 0) say(moves, "Nothing was moved.");
    },
  });
};

const isDraggable = (moves: RuleMoves, line: HTMLElement, key: PartKey): boolean => {
  const slot = moves.builder.draft.get(key)?.slot;
  return slot !== undefined && slot !== "rule" && !line.hasAttribute("data-row-form");
};

/** One row at a time is draggable: the one the pointer is on. */
const armUnderPointer = (moves: RuleMoves, root: HTMLElement): Cleanup => {
  let armed: { readonly line: Element; readonly disarm: Cleanup } | undefined;
  const arm = ({ target, buttons, pointerType }: PointerEvent) => {
    const line = target instanceof Element ? target.closest<HTMLElement>("[data-part-key]") : null;
    if (line === armed?.line || (buttons !== 0 && pointerType === "mouse")) return;
    armed?.disarm();
    armed = undefined;
    const key = keyOfRow(line);
    if (line && key !== undefined && isDraggable(moves, line, key))
      armed = { line, disarm: makeDraggable(moves, line, key) };
  };
  root.addEventListener("pointerover", arm);
  return () => {
    root.removeEventListener("pointerover", arm);
    armed?.disarm();
  };
};

const keysOf = (data: Record<string, unknown>): readonly PartKey[] =>
  Array.isArray(data["keys"]) ? data["keys"].filter((key) => typeof key === "number") : [];

const drawLine = (): { readonly at: (moves: RuleMoves, target: Target | undefined) => void } => {
  const line = document.createElement("div");
  line.className = "drag-rows__line";
  return {
    at: (moves, target) => {
      const place = target && dropLine(moves, target);
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

const acceptDrops = (moves: RuleMoves, root: HTMLElement): Cleanup => {
  const line = drawLine();
  const targetOf = (
    data: Record<string, unknown>,
    { clientX, clientY }: { clientX: number; clientY: number },
  ) => {
    const at = pointedAt(moves, clientX, clientY);
    return at && dropPlace(moves.builder.draft, keysOf(data), at);
  };
  return dropTargetForElements({
    element: root,
    canDrop: ({ source }) => source.data["builder"] === moves.builder,
    onDrag: ({ source, location }) => line.at(moves, targetOf(source.data, location.current.input)),
    onDragLeave: () => line.at(moves, undefined),
    onDrop: ({ source, location }) => {
      line.at(moves, undefined);
      const target = targetOf(source.data, location.current.input);
      if (!target || !moveTo(moves, keysOf(source.data), target)) say(moves, "Nothing was moved.");
    },
  });
};

/** The boxes around the editor that scroll by themselves. */
const scrollersAround = (root: HTMLElement): Element[] => {
  const found: Element[] = [];
  for (let at = root.parentElement; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) found.push(at);
  return found;
};

/** Rows of the editor can be dragged and dropped. */
export const dragRows = (moves: RuleMoves, root: HTMLElement): Cleanup => {
  const cleanups = [
    armUnderPointer(moves, root),
    acceptDrops(moves, root),
    autoScrollWindowForElements(),
    ...scrollersAround(root).map((element) => autoScrollForElements({ element })),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
};
