import { expect, type Page } from "@playwright/test";

/* Each function runs in the page and returns descriptions of what is wrong there. */

declare global {
  /** What lies over each element that got the focus by Tab, or undefined; null where no element had it. */
  var covers: (string | null | undefined)[];
}

/** Records from now on what lies over the elements that get the focus by Tab: as of the key's release, when they are in view. */
const watchCovers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const findCover = (): string | null | undefined => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const name = (element: Element) =>
        `${element.tagName} ${element.getAttribute("class") ?? ""} ${(element.getAttribute("aria-label") ?? element.textContent).slice(0, 30)}`;
      const { left, right, top, bottom, width, height } = focused.getBoundingClientRect();
      // A control that is only read aloud, like the input of a file, is drawn by its label.
      if (width < 2 || height < 2) return undefined;
      const [x0, y0] = [(left + right) / 2, (top + bottom) / 2];
      const points: readonly (readonly [number, number])[] = [
        [x0, y0],
        [left + 2, y0],
        [right - 2, y0],
        [x0, top + 2],
        [x0, bottom - 2],
      ];
      for (const [x, y] of points) {
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
          // A part as large as the window has no other place.
          if (height < innerHeight / 2) return `${name(focused)} is outside the window`;
          continue;
        }
        const hit = document.elementFromPoint(x, y);
        if (!hit || hit.contains(focused) || focused.contains(hit)) continue;
        if (hit.closest("label")?.contains(focused)) continue;
        for (
          let over: Element | null = hit;
          over && !over.contains(focused);
          over = over.parentElement
        )
          if (["sticky", "fixed"].includes(getComputedStyle(over).position))
            return `${name(focused)} is below ${name(over)}`;
      }
      return undefined;
    };
    if (!("covers" in globalThis))
      addEventListener("keyup", ({ key }) => key === "Tab" && covers.push(findCover()), true);
    globalThis.covers = [];
  });

/** What lies over the elements of the screen that get the focus, as far as `most` presses of Tab reach. */
export const findCovers = async (page: Page, most: number): Promise<string[]> => {
  await watchCovers(page);
  for (let stop = 1; stop <= most; stop += 1) {
    await page.keyboard.press("Tab");
    if (stop % 9 === 0 && (await page.evaluate(() => covers.includes(null)))) break;
  }
  const found = await page.evaluate(() => covers);
  expect(found.length).toBeGreaterThan(2);
  const end = found.indexOf(null);
  return found.slice(0, end < 0 ? undefined : end).filter((cover) => typeof cover === "string");
};

/** The elements whose focus ring is cut off by a box around it, or lies over the label above. */
export const findCutRings = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found = new Map<string, string>();
    const everything = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    for (const element of document.querySelectorAll<HTMLElement>(everything)) {
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
        continue;
      if (element.matches(":disabled, [tabindex='-1'], .shell__skip")) continue;
      const kind = `${element.tagName}.${element.className}`;
      if (found.has(kind)) continue;
      element.focus({ focusVisible: true } as FocusOptions);
      // What is drawn for the input of a switch or a choice is beside it.
      const isUnseen = getComputedStyle(element).opacity === "0" || element.offsetWidth < 2;
      const drawn = (isUnseen && element.nextElementSibling) || element;
      const style = getComputedStyle(drawn);
      const { left, right, top, bottom, width } = drawn.getBoundingClientRect();
      if (style.outlineStyle === "none" || width < 2) continue;
      const out = Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset);
      const ring = { left: left - out, right: right + out, top: top - out, bottom: bottom + out };
      for (let box = drawn.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, contain, position } = getComputedStyle(box);
        if (
          overflowX !== "visible" ||
          overflowY !== "visible" ||
          /paint|strict|content/.test(contain)
        ) {
          const outer = box.getBoundingClientRect();
          const inner = {
            left: outer.left + box.clientLeft,
            top: outer.top + box.clientTop,
            right: outer.left + box.clientLeft + box.clientWidth,
            bottom: outer.top + box.clientTop + box.clientHeight,
          };
          const cut = [
            ring.left < inner.left - 0.6 && "left",
            ring.top < inner.top - 0.6 && "top",
            ring.right > inner.right + 0.6 && "right",
            ring.bottom > inner.bottom + 0.6 && "bottom",
          ].filter(Boolean);
          if (cut.length > 0)
            found.set(
              kind,
              `${kind} (${element.textContent.slice(0, 20)}): ${cut.join(", ")} cut by ${box.tagName}.${box.className}`,
            );
        }
        if (position === "fixed") break;
      }
      const label = (element as HTMLInputElement).labels?.[0];
      if (label && !label.contains(element)) {
        const of = label.getBoundingClientRect();
        if (of.bottom <= top + 1 && ring.top < of.bottom - 0.6 && of.height > 2)
          found.set(kind, `${kind}: over its label ${label.textContent}`);
      }
    }
    return [...found.values()];
  });
