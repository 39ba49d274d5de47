import { openPalette } from "./open-palette.ts";
import { createBurstFilter, personMs } from "./ui/key-burst.ts";
import { findScreenSearch } from "./ui/screen-search.ts";
import { isTyping } from "./ui/use-list-keys.ts";

const modifiers: readonly string[] = ["Shift", "CapsLock", "AltGraph"];
const releasedKeys = new WeakSet<Event>();

/** Sends a key that has waited to where it was pressed. */
const release = (event: KeyboardEvent): void => {
  const { key, code, location, shiftKey, target } = event;
  const released = new KeyboardEvent("keydown", {
    key,
    code,
    location,
    shiftKey,
    bubbles: true,
    cancelable: true,
    composed: true,
    modifierAltGraph: event.getModifierState("AltGraph"),
    modifierCapsLock: event.getModifierState("CapsLock"),
  });
  releasedKeys.add(released);
  const isThere = target instanceof Node && target.isConnected;
  (isThere ? target : (document.activeElement ?? document)).dispatchEvent(released);
};

/** Searches the screen for a scanned text, or everything where the screen has no search. A dialog keeps the focus. */
const searchFor = (text: string): void => {
  if (document.querySelector("[aria-modal=true]")) return;
  const field = findScreenSearch();
  if (!field) return openPalette(text);
  field.focus();
  // Not past React, as setting the value is.
  field.setRangeText(text, 0, field.value.length, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  field.form?.requestSubmit();
};

/** A field where Enter saves: there, the Enter of a scanner does nothing. Other fields keep all their keys. */
const savesOnEnter = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.closest("[data-saves-on-enter]") !== null;

const stop = (event: KeyboardEvent): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Handles what no shortcut may hear: keys while an input method composes a text, and bursts of a barcode scanner. It is
 * the first of all listeners, so that every handler of keys, also the kit's, is behind it.
 */
export const watchKeys = (): void => {
  let timer: ReturnType<typeof setTimeout>;
  const filter = createBurstFilter<{
    key: string;
    at: number;
    typed: boolean;
    event: KeyboardEvent;
  }>({ release: (keys) => keys.forEach(({ event }) => release(event)), deliver: searchFor });
  const wait = () => {
    const left = filter.expire(performance.now());
    if (left !== undefined) timer = setTimeout(wait, left);
  };
  const onKey = (event: KeyboardEvent) => {
    if (releasedKeys.has(event) || modifiers.includes(event.key)) return;
    // 229: Safari reports the key that ends a composition after its end. The browser itself still gets these keys.
    if (event.isComposing || event.keyCode === 229) return event.stopImmediatePropagation();
    const { key, timeStamp, target } = event;
    const typed = isTyping(target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return filter.settle();
    if (typed && !savesOnEnter(target)) return filter.settle();
    const fate = filter.press({ key, at: timeStamp, typed, event });
    if (fate === "go on") return;
    stop(event);
    clearTimeout(timer);
    timer = setTimeout(wait, personMs);
  };
  addEventListener("keydown", onKey, { capture: true });
};
