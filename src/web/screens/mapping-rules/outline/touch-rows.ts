import type { Target } from "#rule-model/draft/draft-rule.ts";
import type { PartKey } from "#rule-model/draft/part.ts";
import { dropPlace } from "#rule-model/draft/drop-place.ts";
import {
  dragLabel,
  dropMark,
  isDraggable,
  markDragged,
  scrollersAround,
  pointedAt,
} from "./drag-marks.ts";
import { selectionWith, moveTo } from "./edit-commands.ts";
import { type EditorState, announce } from "./editor-state.ts";
import { keyOfRow } from "./shown-rows.ts";

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

const makePreview = (words: string): HTMLElement => {
  const preview = document.createElement("div");
  preview.className = "drag-rows__preview drag-rows__preview--held";
  preview.textContent = words;
  document.body.append(preview);
  return preview;
};

/** The scroll distance of one frame with the finger at this height. */
export const scrollStep = (y: number, height: number): number => {
  if (y < edge) return -Math.ceil(((edge - y) / edge) * fastest);
  return y > height - edge ? Math.ceil(((y - height + edge) / edge) * fastest) : 0;
};

const createHold = (editor: EditorState, root: HTMLElement) => {
  const mark = dropMark(editor);
  let held: Held | undefined;

  const update = (x: number, y: number) => {
    if (!held) return;
    held.x = x;
    held.y = y;
    held.preview.style.transform = `translate(${Math.min(x, innerWidth / 4)}px, ${y - 64}px)`;
    const at = pointedAt(editor, x, y);
    held.target = at && dropPlace(editor.builder.draft, held.keys, at);
    mark.at(held.target);
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
      held = { keys, preview: makePreview(dragLabel(editor, keys)), x, y, target: undefined };
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
      mark.at(undefined);
      markDragged(editor, keys, false);
      if (!dropped || !target || !moveTo(editor, keys, target))
        announce(editor, "Nothing was moved.");
    },
  };
};

/** Lets the rows of the editor be dragged by a long press. */
export const touchRows = (editor: EditorState, root: HTMLElement): (() => void) => {
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
    const line =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-part-key]") : null;
    const key = keyOfRow(line);
    if (!touch || second || !line || key === undefined || !isDraggable(editor, line, key)) return;
    from = touch;
    timer = setTimeout(() => hold.begin(key, touch.clientX, touch.clientY), pressMs);
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
