// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useNow } from "./use-now.ts";
import { Moment } from "#web/kit/values.tsx";

const start = Date.parse("2026-11-25T09:00:00Z");
const minute = 60_000;
const at = (minutes: number) => new Date(start + minutes * minute).toISOString();

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.useFakeTimers({ now: start });
});
afterEach(() => vi.useRealTimers());

/** Renders elements into a page of their own, and returns its text. */
const openPage = () => {
  const page = document.createElement("div");
  const root = createRoot(page);
  return {
    show: (...shown: Parameters<typeof root.render>) => act(() => root.render(...shown)),
    text: () => page.textContent,
    close: () => act(() => root.unmount()),
  };
};

test("an age grows while it is shown", () => {
  const page = openPage();
  page.show(<Moment at={at(-10)} />);
  expect(page.text()).toBe("10 minutes ago");
  act(() => vi.advanceTimersByTime(5 * minute));
  expect(page.text()).toBe("15 minutes ago");
  page.close();
});

test("a moment that replaces another is as old as it is now", () => {
  const page = openPage();
  page.show(<Moment at={at(-10)} />);
  // Less than one interval, so that nothing has rendered since.
  vi.setSystemTime(start + 30 * minute);
  page.show(<Moment at={at(25)} />);
  expect(page.text()).toBe("5 minutes ago");
  page.close();
});

test("no tick is lost when one comes late and the next on time", () => {
  const Age = () => <>{useNow()}</>;
  const page = openPage();
  page.show(<Age />);
  act(() => vi.advanceTimersByTime(30_000));
  vi.setSystemTime(start + 29_997);
  act(() => vi.advanceTimersByTime(30_000));
  expect(page.text()).toBe(String(start + 59_997));
  page.close();
});

test("many ages share one timer, which ends with the last of them", () => {
  const Age = () => <>{useNow()}</>;
  const page = openPage();
  page.show([<Age key="1" />, <Age key="2" />, <Age key="3" />]);
  expect(vi.getTimerCount()).toBe(1);
  page.show([<Age key="3" />]);
  expect(vi.getTimerCount()).toBe(1);
  page.close();
  expect(vi.getTimerCount()).toBe(0);
});
