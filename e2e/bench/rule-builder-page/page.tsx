import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { afterPaint } from "./after-paint.ts";

/** A rule builder to measure, with n conditions in groups of ten. */
export interface Subject {
  readonly element: (conditions: number) => ReactNode;
  /** Focuses the text operand of a row, after opening the row if needed. */
  readonly enterRow: (row: number) => Promise<HTMLInputElement>;
  /** Adds a condition to the middle group. */
  readonly addButton: (conditions: number) => HTMLElement;
  /** Actions that only ours has, in this order; each is measured until it is painted. */
  readonly acts?: Readonly<Record<string, () => void>>;
}

/** The functions that the driver calls. */
export interface BenchPage {
  readonly mount: () => Promise<number>;
  readonly enterRow: (row: number) => Promise<void>;
  /**
   * Milliseconds from each key's own time stamp to the next paint. Ends the measurement, which itself costs script
   * time.
   */
  readonly keys: () => readonly number[];
  readonly add: () => Promise<number>;
  readonly elements: () => number;
  /** Milliseconds until each of the builder's own actions is painted. */
  readonly acts: () => Promise<Readonly<Record<string, number>>>;
}

declare global {
  var benchPage: BenchPage | undefined;
}

const subjects: Readonly<Record<string, () => Promise<{ subject: Subject }>>> = {
  ours: () => import("./ours.tsx"),
  querybuilder: () => import("./querybuilder.tsx"),
};

const search = new URLSearchParams(location.search);
const conditions = Number(search.get("n") ?? 100);
const { subject } = await (subjects[search.get("variant") ?? ""] ?? subjects["ours"]!)();
const container = document.getElementById("root")!;

/** Long enough for an action's delayed work. */
const settleMs = 1_500;

const keyTimes: number[] = [];
const watchKey = ({ timeStamp }: KeyboardEvent): void =>
  void afterPaint().then((painted) => keyTimes.push(painted - timeStamp));
addEventListener("keydown", watchKey, { capture: true });

globalThis.benchPage = {
  mount: async () => {
    const element = subject.element(conditions);
    const start = performance.now();
    createRoot(container).render(element);
    return (await afterPaint()) - start;
  },
  enterRow: async (row) => {
    const input = await subject.enterRow(row);
    input.focus();
    keyTimes.length = 0;
  },
  keys: () => {
    removeEventListener("keydown", watchKey, { capture: true });
    return keyTimes;
  },
  add: async () => {
    const button = subject.addButton(conditions);
    button.scrollIntoView({ block: "center" });
    await afterPaint();
    const start = performance.now();
    button.click();
    return (await afterPaint()) - start;
  },
  acts: async () => {
    const times: Record<string, number> = {};
    for (const [name, act] of Object.entries(subject.acts ?? {})) {
      await new Promise((settled) => setTimeout(settled, settleMs));
      await afterPaint();
      const start = performance.now();
      act();
      times[name] = (await afterPaint()) - start;
    }
    return times;
  },
  elements: () => container.querySelectorAll("*").length,
};
