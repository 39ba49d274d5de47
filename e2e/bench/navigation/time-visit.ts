import type { CDPSession, Page } from "@playwright/test";

/** One menu item to measure: the link's name, the heading of its screen, and a selector for its rows. */
export interface Way {
  readonly link: string;
  readonly heading: string;
  /** Matches once the rows have loaded. */
  readonly rows: string;
}

export interface Visit {
  /** From the click to the frame that shows the heading. */
  readonly headingMs: number;
  /** From the click to the frame that shows rows. */
  readonly rowsMs: number;
  /** The CPU time of the page's main thread from the click until it is idle. */
  readonly threadMs: number;
}

interface Seen {
  heading: number;
  rows: number;
}

declare global {
  var seenVisit: Promise<Seen> | undefined;
}

/**
 * Runs in the page before the click. A time is that of the task after the frame in which React inserted the element,
 * minus the time stamp of the click.
 */
const watch = ({ heading, rows }: Way): void => {
  globalThis.seenVisit = new Promise((resolve) => {
    let clicked = 0;
    const seen: Partial<Seen> = {};
    const { port1, port2 } = new MessageChannel();
    const waiting: (keyof Seen)[] = [];
    port1.onmessage = () => {
      for (const name of waiting.splice(0)) seen[name] = performance.now() - clicked;
      if (seen.heading !== undefined && seen.rows !== undefined) resolve(seen as Seen);
    };
    const note = (name: keyof Seen) => {
      requestAnimationFrame(() => {
        waiting.push(name);
        port2.postMessage(undefined);
      });
    };
    const look = () => {
      if (document.querySelector("main h1")?.textContent !== heading) return;
      if (!noted.has("heading")) note("heading");
      noted.add("heading");
      if (document.querySelector(rows) === null) return;
      note("rows");
      observer.disconnect();
    };
    const noted = new Set<string>();
    const observer = new MutationObserver(look);
    addEventListener(
      "click",
      ({ timeStamp }) => {
        clicked = timeStamp;
        observer.observe(document, { childList: true, subtree: true, characterData: true });
      },
      { capture: true, once: true },
    );
  });
};

const threadMs = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
};

/** Long enough for responses, delayed effects and idle work. */
const restMs = 600;

/** Opens a session that reads the page's CPU time. */
export const openMeter = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return session;
};

/** Clicks a link of the menu without hovering first, and waits until the screen is idle. */
export const timeVisit = async (page: Page, meter: CDPSession, way: Way): Promise<Visit> => {
  const link = page.getByRole("navigation").first().getByRole("link", { name: way.link });
  const box = (await link.boundingBox())!;
  await page.evaluate(watch, way);
  const before = await threadMs(meter);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const seen = (await page.evaluate(() => globalThis.seenVisit))!;
  await page.waitForTimeout(restMs);
  const after = await threadMs(meter);
  return { headingMs: seen.heading, rowsMs: seen.rows, threadMs: after - before };
};
