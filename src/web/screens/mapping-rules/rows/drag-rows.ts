import {
  autoScrollForElements,
  autoScrollWindowForElements,
} from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import {
  draggable,
  dropTargetForElements,
} from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { getElementFromPointWithoutHoneypot } from "@atlaskit/pragmatic-drag-and-drop/get-element-from-point-without-honey-pot";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview";
import { describePart, partName } from "#rule-model/describe-parts.ts";
import type { Target } from "#rule-model/draft-rule.ts";
import { dropPlace, type PointedAt } from "#rule-model/move-places.ts";
import { partsAt } from "#rule-model/edit-draft.ts";
import { childrenIn, type PartKey } from "#rule-model/part.ts";
import { moveTo, selectionWith } from "./edit-commands.ts";
import { announce, type EditorState, keyOfRow, rowElement } from "./shown-rows.ts";

const findBlock = (root: HTMLElement, key: PartKey): Element | undefined =>
  root.querySelector(`[data-block-key="${key}"]`) ??
  rowElement(root, key)?.closest("li") ??
  undefined;

const keyOfBlock = (element: HTMLElement): PartKey | undefined =>
  element.dataset["blockKey"] === undefined
    ? keyOfRow(element.querySelector(":scope > [data-part-key]"))
    : Number(element.dataset["blockKey"]);

/** The part under the pointer: by a row's line, or by the space of a part around the parts inside it. */
const pointedAt = ({ builder, root }: EditorState, x: number, y: number): PointedAt | undefined => {
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

/** Half the space between two rows. */
const room = 2;

/** Where the line of a place is: above the sibling that follows it, below the last one, or in an empty list. */
const dropLine = (
  { builder: { draft }, root }: EditorState,
  { parent, slot, at }: Target,
): { readonly top: number; readonly box: DOMRect } | undefined => {
  const editor = root.get();
  if (!editor) return undefined;
  const siblings = childrenIn(draft.get(parent), slot);
  const boxOf = (key: PartKey | undefined) =>
    key === undefined ? undefined : findBlock(editor, key)?.getBoundingClientRect();
  const below = boxOf(siblings[at]);
  if (below) return { top: below.top - room, box: below };
  const box =
    boxOf(siblings[at - 1]) ?? rowElement(editor, parent)?.getBoundingClientRect() ?? boxOf(parent);
  return box && { top: box.bottom + room, box };
};

const dragLabel = ({ builder }: EditorState, keys: readonly PartKey[]): string => {
  const [first] = partsAt(builder.draft, keys);
  if (!first) return "";
  const name = first.kind === "group" ? `${partName(builder.draft, first)}: ` : "";
  const more = keys.length > 1 ? ` and ${keys.length - 1} more` : "";
  return `${name}${describePart(builder, first.key)}${more}`;
};

const markDragged = ({ root }: EditorState, keys: readonly PartKey[], on: boolean): void => {
  for (const key of keys) rowElement(root.get() ?? null, key)?.toggleAttribute("data-dragged", on);
};

/** Makes the line that marks a drop place; the returned function moves it, or removes it. */
const createDropMark = (editor: EditorState): ((target: Target | undefined) => void) => {
  const line = document.createElement("div");
  line.className = "drag-rows__line";
  return (target) => {
    const place = target && dropLine(editor, target);
    if (!place) return line.remove();
    line.style.transform = `translate(${place.box.left}px, ${place.top}px)`;
    line.style.width = `${place.box.width}px`;
    if (!line.isConnected) document.body.append(line);
  };
};

/** Moves dropped parts, which then settle in their place. */
const drop = (editor: EditorState, keys: readonly PartKey[], target: Target): boolean => {
  const moved = moveTo(editor, keys, target);
  const root = editor.root.get();
  for (const key of moved && root ? keys : []) {
    const block = findBlock(root!, key);
    block?.setAttribute("data-dropped", "");
    block?.addEventListener("animationend", () => block.removeAttribute("data-dropped"), {
      once: true,
    });
  }
  return moved;
};

/** The text beside the pointer, on a surface of its own. */
const makePreview = (words: string, className = ""): HTMLElement => {
  const preview = document.createElement("div");
  preview.className = `drag-rows__preview ${className}`;
  preview.textContent = words;
  return preview;
};

/** The row around an element, and its key; undefined where it can't be dragged. */
const draggableRow = (editor: EditorState, target: EventTarget | null) => {
  const line = target instanceof Element ? target.closest<HTMLElement>("[data-part-key]") : null;
  const key = keyOfRow(line);
  const slot = key === undefined ? undefined : editor.builder.draft.get(key)?.slot;
  // A row is in a list, and its controls do not have the focus.
  return line &&
    key !== undefined &&
    slot !== undefined &&
    slot !== "rule" &&
    !line.hasAttribute("data-row-form")
    ? { line, key }
    : undefined;
};

/** The elements around the editor that scroll on their own. */
const scrollersAround = (root: HTMLElement): Element[] => {
  const found: Element[] = [];
  for (let at = root.parentElement; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) found.push(at);
  return found;
};

/*
 * Dragging by finger. Not every browser starts its own drag on a touch screen, so a long press starts it; a finger
 * that moves earlier scrolls the page as usual.
 */

const pressMs = 380;
/** A resting finger moves up to this distance. */
const restTolerance = 8;
/** Within this distance of the window's edge a dragged row scrolls it. */
const edge = 90;
const fastest = 14;

interface Held {
  readonly keys: readonly PartKey[];
  readonly preview: HTMLElement;
  x: number;
  y: number;
  target: Target | undefined;
}

/** The scroll distance of one frame with the finger at this height. */
export const scrollStep = (y: number, height: number): number => {
  if (y < edge) return -Math.ceil(((edge - y) / edge) * fastest);
  return y > height - edge ? Math.ceil(((y - height + edge) / edge) * fastest) : 0;
};

const createHold = (editor: EditorState, root: HTMLElement) => {
  const mark = createDropMark(editor);
  let held: Held | undefined;

  const update = (x: number, y: number) => {
    if (!held) return;
    held.x = x;
    held.y = y;
    held.preview.style.transform = `translate(${Math.min(x, innerWidth / 4)}px, ${y - 64}px)`;
    const at = pointedAt(editor, x, y);
    held.target = at && dropPlace(editor.builder.draft, held.keys, at);
    mark(held.target);
  };

  const scrollOn = () => {
    if (!held) return;
    const by = scrollStep(held.y, innerHeight);
    if (by !== 0) {
      for (const box of [...scrollersAround(root), document.scrollingElement]) box?.scrollBy(0, by);
      update(held.x, held.y);
    }
    requestAnimationFrame(scrollOn);
  };

  return {
    isOn: () => held !== undefined,
    begin: (key: PartKey, x: number, y: number) => {
      const keys = selectionWith(editor, key);
      const preview = makePreview(dragLabel(editor, keys), "drag-rows__preview--held");
      document.body.append(preview);
      held = { keys, preview, x, y, target: undefined };
      markDragged(editor, keys, true);
      navigator.vibrate?.(15);
      update(x, y);
      requestAnimationFrame(scrollOn);
    },
    update,
    end: (dropped: boolean) => {
      if (!held) return;
      const { keys, target, preview } = held;
      held = undefined;
      preview.remove();
      mark(undefined);
      markDragged(editor, keys, false);
      if (!dropped || !target || !drop(editor, keys, target))
        announce(editor, "Nothing was moved.");
    },
  };
};

/** Lets the rows of the editor be dragged by a long press. */
const touchRows = (editor: EditorState, root: HTMLElement): (() => void) => {
  const stops = new AbortController();
  const { signal } = stops;
  const hold = createHold(editor, root);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from: Touch | undefined;

  const forget = () => {
    clearTimeout(timer);
    from = undefined;
  };
  const start = (event: TouchEvent) => {
    forget();
    const [touch, second] = event.touches;
    const row = draggableRow(editor, event.target);
    if (!touch || second || !row) return;
    from = touch;
    timer = setTimeout(() => hold.begin(row.key, touch.clientX, touch.clientY), pressMs);
  };
  const move = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!touch) return;
    if (hold.isOn()) {
      event.preventDefault();
      hold.update(touch.clientX, touch.clientY);
    } else if (
      from &&
      Math.hypot(touch.clientX - from.clientX, touch.clientY - from.clientY) > restTolerance
    )
      forget();
  };
  const end = (dropped: boolean) => (event: TouchEvent) => {
    forget();
    // Lifting the finger after a drag must not click, which would open the row.
    if (hold.isOn()) event.preventDefault();
    hold.end(dropped);
  };

  root.addEventListener("touchstart", start, { signal, passive: true });
  // Not passive: during a drag, the page must not scroll under the finger on its own.
  root.addEventListener("touchmove", move, { signal, passive: false });
  root.addEventListener("touchend", end(true), { signal });
  root.addEventListener("touchcancel", end(false), { signal });
  root.addEventListener(
    "contextmenu",
    (event) => {
      if (from || hold.isOn()) event.preventDefault();
    },
    { signal },
  );
  return () => {
    forget();
    hold.end(false);
    stops.abort();
  };
};

/*
 * A row becomes draggable when the pointer enters it, and only the editor's root is a drop target, so rows cost
 * nothing until they are dragged. Dragging is the browser's own, which Esc cancels.
 */

type Cleanup = () => void;

const makeDraggable = (editor: EditorState, line: HTMLElement, key: PartKey): Cleanup => {
  let keys: readonly PartKey[] = [];
  return draggable({
    element: line,
    getInitialData: () => {
      keys = selectionWith(editor, key);
      return { builder: editor.builder, keys };
    },
    onGenerateDragPreview: ({ nativeSetDragImage }) =>
      setCustomNativeDragPreview({
        nativeSetDragImage,
        getOffset: () => ({ x: -12, y: 8 }),
        render: ({ container }) => container.append(makePreview(dragLabel(editor, keys))),
      }),
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
    const row = draggableRow(editor, target);
    if (row) armed = { line: row.line, disarm: makeDraggable(editor, row.line, row.key) };
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
  const mark = createDropMark(editor);
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
    onDrag: ({ source, location }) => mark(findTarget(source.data, location.current.input)),
    onDragLeave: () => mark(undefined),
    onDrop: ({ source, location }) => {
      mark(undefined);
      const target = findTarget(source.data, location.current.input);
      if (!target || !drop(editor, getKeys(source.data), target))
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
