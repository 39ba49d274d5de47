import type { Page } from "@playwright/test";

/** Observations of a table in each frame while it scrolled. */
export interface Frames {
  readonly frames: number;
  /** Frames that took more than one and a half times their budget. */
  readonly late: number;
  /** Frames in which a visible place had no row, or one without content. */
  readonly blank: number;
  readonly longestMs: number;
}

interface Watch {
  readonly stop: () => Frames;
}

declare global {
  var tableWatch: Watch | undefined;
}

/** Runs in the page: checks the table at the end of each frame's work. */
const watch = (): void => {
  const scroller = document.querySelector<HTMLElement>(".table")!;
  const intervals: number[] = [];
  let [blank, last, going] = [0, performance.now(), true];
  const isBlank = (): boolean => {
    const { top, bottom } = scroller.getBoundingClientRect();
    const head = scroller.querySelector(".table__head")?.getBoundingClientRect().bottom ?? top;
    const ends: [number, number][] = [];
    for (const row of scroller.querySelectorAll("[data-index]")) {
      const box = row.getBoundingClientRect();
      if (box.bottom <= head || box.top >= bottom) continue;
      if (row.querySelector("[data-row-link]") === null) return true;
      ends.push([box.top, box.bottom]);
    }
    ends.sort((a, b) => a[0] - b[0]);
    let covered = head;
    for (const [from, to] of ends) {
      if (from > covered + 1) return true;
      covered = Math.max(covered, to);
    }
    const end = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
    return !end && covered < Math.min(bottom, top + scroller.clientHeight) - 1;
  };
  const frame = (now: number) => {
    if (!going) return;
    intervals.push(now - last);
    last = now;
    if (isBlank()) blank += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(frame);
  });
  globalThis.tableWatch = {
    stop: () => {
      going = false;
      const usual = intervals.toSorted((a, b) => a - b)[Math.floor(intervals.length / 2)] ?? 0;
      return {
        frames: intervals.length,
        late: intervals.filter((ms) => ms > Math.max(usual, 16.7) * 1.5).length,
        blank,
        longestMs: Math.round(Math.max(0, ...intervals) * 10) / 10,
      };
    },
  };
};

const watched = async (page: Page, act: () => Promise<void>): Promise<Frames> => {
  await page.evaluate(watch);
  await act();
  return page.evaluate(() => globalThis.tableWatch!.stop());
};

const wheelTurns = 120;
const jumps = 60;

/** Turns the wheel, jumps between distant places and, for comparison, does nothing. */
export const scrollTable = async (
  page: Page,
): Promise<{ still: Frames; wheel: Frames; jumps: Frames }> => {
  const still = await watched(page, () => page.waitForTimeout(2_000));
  await page.locator(".table").hover();
  const wheel = await watched(page, async () => {
    for (let turn = 0; turn < wheelTurns; turn += 1) {
      await page.mouse.wheel(0, turn % 40 < 30 ? 240 : -240);
      await page.waitForTimeout(16);
    }
  });
  const jumped = await watched(page, () =>
    page.evaluate(async (count) => {
      const scroller = document.querySelector(".table")!;
      const room = scroller.scrollHeight - scroller.clientHeight;
      for (let jump = 1; jump <= count; jump += 1) {
        // In a task of its own before a frame, as when a user drags the scrollbar.
        await new Promise((resolve) => setTimeout(resolve));
        scroller.scrollTop = Math.round(((jump * 0.618_034) % 1) * room);
        for (let frame = 0; frame < 4; frame += 1)
          await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    }, jumps),
  );
  return { still, wheel, jumps: jumped };
};
