import {
  autoScrollForElements,
  autoScrollWindowForElements,
} from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import {
  draggable,
  dropTargetForElements,
} from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview";
import type { PartKey } from "#web/mapping-rules/builder/part.ts";
import { dropPlace } from "./drop-place.ts";
import { selectionWith, moveTo } from "./move-commands.ts";
import { dragLabel, dropMark, isDraggable, markDragged, scrollersAround } from "./drag-marks.ts";
import { pointedAt } from "./pointed-part.ts";
import type { RuleMoves } from "./rule-moves.ts";
import { announce } from "./rule-moves.ts";
import { touchRows } from "./touch-rows.ts";
import { keyOfRow } from "./shown-rows.ts";

/*
 * A row becomes draggable when the pointer enters it, and only the editor's root is a drop target, so rows cost
 * nothing until they are dragged. Dragging is the browser's own, which Esc cancels. Fingers: touch-rows.ts.
 */

type Cleanup = () => void;

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

const makeDraggable = (moves: RuleMoves, line: HTMLElement, key: PartKey): Cleanup => {
  let keys: readonly PartKey[] = [];
  return draggable({
    element: line,
    getInitialData: () => {
      keys = selectionWith(moves, key);
      return { builder: moves.builder, keys };
    },
    onGenerateDragPreview: ({ nativeSetDragImage }) =>
      showPreview(dragLabel(moves, keys), nativeSetDragImage),
    onDragStart: () => markDragged(moves, keys, true),
    onDrop: ({ location }) => {
      markDragged(moves, keys, false);
      if (location.current.dropTargets.length === 0) announce(moves, "Nothing was moved.");
    },
  });
};

/** Makes one row at a time draggable: the one under the pointer. */
const armUnderPointer = (moves: RuleMoves, root: HTMLElement): Cleanup => {
  let armed: { readonly line: Element; readonly disarm: Cleanup } | undefined;
  const arm = ({ target, buttons, pointerType }: PointerEvent) => {
    const line = target instanceof Element ? target.closest<HTMLElement>("[data-part-key]") : null;
    if (line === armed?.line || buttons !== 0 || pointerType === "touch") return;
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

const acceptDrops = (moves: RuleMoves, root: HTMLElement): Cleanup => {
  const line = dropMark(moves);
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
    onDrag: ({ source, location }) => line.at(targetOf(source.data, location.current.input)),
    onDragLeave: () => line.at(undefined),
    onDrop: ({ source, location }) => {
      line.at(undefined);
      const target = targetOf(source.data, location.current.input);
      if (!target || !moveTo(moves, keysOf(source.data), target))
        announce(moves, "Nothing was moved.");
    },
  });
};

/** Lets the rows of the editor be dragged and dropped. */
export const dragRows = (moves: RuleMoves, root: HTMLElement): Cleanup => {
  const cleanups = [
    armUnderPointer(moves, root),
    acceptDrops(moves, root),
    touchRows(moves, root),
    autoScrollWindowForElements(),
    ...scrollersAround(root).map((element) => autoScrollForElements({ element })),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
};
