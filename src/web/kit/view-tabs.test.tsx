// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestApp } from "#web/testing/app.tsx";
import { ViewTabs, viewsBy } from "./view-tabs.tsx";

/** Lays out the tabs, 300 px wide in all, in 200 px. */
const layOut = () => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #callback: () => void;
      constructor(callback: () => void) {
        this.#callback = callback;
      }
      observe() {
        queueMicrotask(this.#callback);
      }
      disconnect() {}
    },
  );
  const rect = vi.spyOn(Element.prototype, "getBoundingClientRect");
  rect.mockImplementation(function (this: Element) {
    const tabs = [...document.querySelectorAll(".view-tabs__tab")];
    const end = this.matches(".view-tabs__tab") ? (tabs.indexOf(this) + 1) * 100 : 200;
    return { right: end } as DOMRect;
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    rect.mockRestore();
  });
};

test.each([
  ["disabled", 100],
  ["enabled", 0],
])("the tab of the state %s is in view at the start", async (state, scrolled) => {
  layOut();
  const views = viewsBy("state", ["enabled", "disabled"]);
  openTestApp({ "/": () => <ViewTabs views={views} label="States" /> }, `/?state=${state}`);
  const current = () => document.querySelector("[data-current]")?.textContent;
  await expect.poll(current).toBe(state);
  await expect.poll(() => document.querySelector("nav")?.scrollLeft).toBe(scrolled);
});
