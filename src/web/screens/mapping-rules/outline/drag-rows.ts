import {
  autoScrollForElements,
  autoScrollWindowForElements,
} from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import {
  draggable,
  dropTargetForElements,
} from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview";
import type { PartKey } from "#rule-model/draft/part.ts";
import { dropPlace } from "#rule-model/draft/drop-place.ts";
import { selectionWith, moveTo } from "./edit-commands.ts";
import {
  dragLabel,
  dropMark,
  isDraggable,
  markDragged,
  scrollersAround,
  pointedAt,
} from "./drag-marks.ts";
import { type EditorState, announce } from "./editor-state.ts";
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

const makeDraggable = (editor: EditorState, line: HTMLElement, key: PartKey): Cleanup => {
  let keys: readonly PartKey[] = [];
  return draggable({
    element: line,
    getInitialData: () => {
      keys = selectionWith(editor, key);
      return { builder: editor.builder, keys };
    },
    onGenerateDragPreview: ({ nativeSetDragImage }) =>
      showPreview(dragLabel(editor, keys), nativeSetDragImage),
    onDragStart: () => markDragged(editor, keys, true),
    onDrop: ({ location }) => {
      markDragged(editor, keys, false);
      if (location.current.dropTargets.length === 0) announce(editor, "Nothing was moved.");
    },
  });
};

/** Makes one row at a time draggable: the one under the pointer. */
const armUnderPointer = (editor: EditorState, root: HTMLElement): Cleanup => {
  let armed: { readonly line: Element; readonly disarm: Cleanup } | undefined;
  const arm = ({ target, buttons, pointerType }: PointerEvent) => {
    const line = target instanceof Element ? target.closest<HTMLElement>("[data-part-key]") : null;
    if (line === armed?.line || buttons !== 0 || pointerType === "touch") return;
    armed?.disarm();
    armed = undefined;
    const key = keyOfRow(line);
    if (line && key !== undefined && isDraggable(editor, line, key))
      armed = { line, disarm: makeDraggable(editor, line, key) };
  };
  root.addEventListener("pointerover", arm);
  return () => {
    root.removeEventListener("pointerover", arm);
    armed?.disarm();
  };
};

const getKeys = (data: Record<string, unknown>): readonly PartKey[] =>
  Array.isArray(data["keys"]) ? data["keys"].filter((key) => typeof key === "number") : [];

const acceptDrops = (editor: EditorState, root: HTMLElement): Cleanup => {
  const line = dropMark(editor);
  const findTarget = (
    data: Record<string, unknown>,
    { clientX, clientY }: { clientX: number; clientY: number },
  ) => {
    const at = pointedAt(editor, clientX, clientY);
    return at && dropPlace(editor.builder.draft, getKeys(data), at);
  };
  return dropTargetForElements({
    element: root,
    canDrop: ({ source }) => source.data["builder"] === editor.builder,
    onDrag: ({ source, location }) => line.at(findTarget(source.data, location.current.input)),
    onDragLeave: () => line.at(undefined),
    onDrop: ({ source, location }) => {
      line.at(undefined);
      const target = findTarget(source.data, location.current.input);
      if (!target || !moveTo(editor, getKeys(source.data), target))
        announce(editor, "Nothing was moved.");
    },
  });
};

/** Lets the rows of the editor be dragged and dropped. */
export const dragRows = (editor: EditorState, root: HTMLElement): Cleanup => {
  const cleanups = [
    armUnderPointer(editor, root),
    acceptDrops(editor, root),
    touchRows(editor, root),
    autoScrollWindowForElements(),
    ...scrollersAround(root).map((element) => autoScrollForElements({ element })),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
};
