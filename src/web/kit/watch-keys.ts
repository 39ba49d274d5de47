import { loadPalette, openPalette } from "./open-palette.ts";
import { createBurstFilter, personMs } from "#web/base/key-burst.ts";
import { findScreenSearch, isTyping } from "#web/base/keys.ts";

const modifiers: readonly string[] = ["Shift", "CapsLock", "AltGraph"];
const sentKeys = new WeakSet<Event>();

/** Sends a key again; returns whether no handler took it. */
const send = ({ key, code, shiftKey }: KeyboardEvent, target: EventTarget): boolean => {
  const sent = new KeyboardEvent("keydown", {
    key,
    code,
    shiftKey,
    bubbles: true,
    cancelable: true,
  });
  sentKeys.add(sent);
  return target.dispatchEvent(sent);
};

const focused = (): HTMLElement =>
  document.activeElement instanceof HTMLElement ? document.activeElement : document.body;

/** Presses Enter where the keys before it have moved the focus. */
const follow = (event: KeyboardEvent): void => {
  const target = focused();
  if (send(event, target) && target.matches("a, button")) target.click();
};

/** Searches the screen for a scanned text, or everything where the screen has no search. A dialog keeps the focus. */
const searchFor = (text: string): void => {
  if (document.querySelector("[aria-modal=true]")) return;
  const field = findScreenSearch();
  // Where the code can't be loaded, the palette says so.
  if (!field) return void loadPalette().then(({ showPalette }) => showPalette(text), openPalette);
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

let isWatching = false;

/**
 * Handles what no shortcut may hear: keys while an input method composes a text, and bursts of a barcode scanner. Every
 * handler, also the kit's, is behind it. It isn't part of the first load: screens with single keys start it, and the
 * others after their first data.
 */
export const watchKeys = (): void => {
  if (isWatching) return;
  isWatching = true;
  let timer: ReturnType<typeof setTimeout>;
  const filter = createBurstFilter<{
    key: string;
    at: number;
    typed: boolean;
    event: KeyboardEvent;
  }>({
    release: (keys) => keys.forEach(({ event }) => send(event, focused())),
    deliver: searchFor,
  });
  const wait = () => {
    const left = filter.expire(performance.now());
    if (left !== undefined) timer = setTimeout(wait, left);
  };
  const onKey = (event: KeyboardEvent) => {
    if (sentKeys.has(event) || modifiers.includes(event.key)) return;
    // 229: Safari reports the key that ends a composition after its end. The browser itself still gets these keys.
    if (event.isComposing || event.keyCode === 229) return event.stopImmediatePropagation();
    const { key, timeStamp, target } = event;
    const typed = isTyping(target);
    const isModified =
      event.ctrlKey || event.metaKey || event.altKey || event.getModifierState("AltGraph");
    if (isModified || event.repeat || (typed && !savesOnEnter(target))) return filter.settle();
    const fate = filter.press({ key, at: timeStamp, typed, event });
    if (fate === "go on") return;
    stop(event);
    // After what those keys have changed is rendered.
    if (fate === "follow") return void setTimeout(follow, 0, event);
    clearTimeout(timer);
    timer = setTimeout(wait, personMs);
  };
  addEventListener("keydown", onKey, { capture: true });
};
