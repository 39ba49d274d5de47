// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { watchKeys } from "./watch-keys.ts";

const showPalette = vi.hoisted(() => vi.fn<(text: string) => void>());
vi.mock("./open-palette.ts", () => ({
  loadPalette: async () => ({ showPalette }),
  openPalette: vi.fn<() => void>(),
}));

watchKeys();

interface Press extends KeyboardEventInit {
  /** The ms since the key before. */
  readonly after?: number;
}

/** Opens a screen and returns what its handlers of keys hear. */
const openScreen = (content: string): string[] => {
  vi.useFakeTimers();
  document.body.innerHTML = `<main id="main">${content}</main>`;
  for (const field of document.querySelectorAll("[type=search]"))
    field.getClientRects = () => [new DOMRect()] as unknown as DOMRectList;
  const heard: string[] = [];
  const listen = ({ key, shiftKey }: KeyboardEvent) => heard.push(shiftKey ? `Shift+${key}` : key);
  document.addEventListener("keydown", listen);
  onTestFinished(() => {
    document.removeEventListener("keydown", listen);
    vi.useRealTimers();
  });
  return heard;
};

/** Presses a key in the element; returns whether the browser still handles it. */
const press = (where: string, { after = 0, ...init }: Press): boolean => {
  vi.advanceTimersByTime(after);
  const event = new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true });
  Object.defineProperty(event, "timeStamp", { value: performance.now() });
  return document.querySelector(where)!.dispatchEvent(event);
};

const scan = (where: string, code: string): boolean => {
  for (const key of code) press(where, { key, shiftKey: /[A-Z]/.test(key), after: 8 });
  const isLeft = press(where, { key: "Enter", after: 8 });
  vi.advanceTimersByTime(1_000);
  return isLeft;
};

const form = `<form data-saves-on-enter>
  <input name="note" /><textarea></textarea><button>Save</button>
</form>`;
const search = `<form id="search"><input type="search" aria-keyshortcuts="/" value="before" /></form>`;

beforeEach(() => showPalette.mockClear());

test.each([{ isComposing: true }, { keyCode: 229 }])(
  "while an input method composes, no handler gets a key: %o",
  (init) => {
    const heard = openScreen(form);
    for (const key of ["Enter", "Escape", "Tab", "ArrowDown", "j"]) {
      expect(press("input", { key, ...init })).toBe(true);
      expect(press("button", { key, ...init })).toBe(true);
    }
    vi.advanceTimersByTime(1_000);
    expect(heard).toEqual([]);
  },
);

test("a person's key is heard after 40 ms, with what belongs to it", () => {
  const heard = openScreen(form);
  press("button", { key: "J", code: "KeyJ", shiftKey: true });
  vi.advanceTimersByTime(39);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(["Shift+J"]);
});

test("keys come in their order: Enter doesn't overtake a letter", () => {
  const heard = openScreen(form);
  const clicks = vi.fn<() => void>();
  document.querySelector("button")!.addEventListener("click", clicks);
  // As after a decision, the letter moves the focus to the button that Enter presses.
  document.addEventListener("keydown", () => document.querySelector("button")!.focus(), {
    once: true,
  });
  press("main", { key: "a" });
  expect(press("main", { key: "Enter", after: 15 })).toBe(false);
  vi.advanceTimersByTime(0);
  expect(heard).toEqual(["a", "Enter"]);
  expect(clicks).toHaveBeenCalledOnce();
});

test.each<[string, string, KeyboardEventInit]>([
  ["with Ctrl", "button", { key: "s", ctrlKey: true }],
  ["with Cmd", "button", { key: "k", metaKey: true }],
  ["with Alt", "button", { key: "ArrowUp", altKey: true }],
  ["in a field", "input", { key: "a" }],
  ["in a long text", "textarea", { key: "a" }],
  ["that is held", "button", { key: "j", repeat: true }],
  ["without a character", "button", { key: "Escape" }],
])("a key %s doesn't wait", (_, where, init) => {
  const heard = openScreen(form);
  expect(press(where, init)).toBe(true);
  expect(heard).toEqual([init.key]);
});

test("a scanned code replaces the text of the screen's search, and searches", () => {
  const heard = openScreen(form + search);
  const events: string[] = [];
  const field = document.querySelector<HTMLInputElement>("[type=search]")!;
  field.addEventListener("input", () => events.push(field.value));
  document.querySelector("#search")!.addEventListener("submit", (event) => {
    event.preventDefault();
    events.push("submit");
  });
  expect(scan("button", "RMA-30150")).toBe(false);
  expect(events).toEqual(["RMA-30150", "submit"]);
  expect(document.activeElement).toBe(field);
  expect(heard).toEqual([]);
  expect(showPalette).not.toHaveBeenCalled();
});

test("on a screen without a search, the palette opens with the code", async () => {
  const heard = openScreen(form);
  expect(scan("button", "RMA-30150")).toBe(false);
  await Promise.resolve();
  expect(showPalette).toHaveBeenCalledExactlyOnceWith("RMA-30150");
  expect(heard).toEqual([]);
});

test("a dialog keeps the focus, and the Enter of a scanner presses none of its buttons", () => {
  const heard = openScreen(`${search}<div aria-modal="true"><button>Close RMA</button></div>`);
  expect(scan("[aria-modal] button", "wax-0")).toBe(false);
  expect(document.querySelector<HTMLInputElement>("[type=search]")!.value).toBe("before");
  expect(showPalette).not.toHaveBeenCalled();
  expect(heard).toEqual([]);
});

test.each([
  ["a field that saves on Enter", "[name=note]", form, false],
  ["a long text", "textarea", form, true],
  ["another field", "[name=name]", `<form><input name="name" /></form>`, true],
  ["a search", "[type=search]", search, true],
])("a code that is scanned into %s stays there", (_, where, content, isEnterLeft) => {
  const heard = openScreen(content);
  expect(scan(where, "wax-0")).toBe(isEnterLeft);
  expect(heard).toEqual([..."wax-0", ...(isEnterLeft ? ["Enter"] : [])]);
  expect(showPalette).not.toHaveBeenCalled();
});
