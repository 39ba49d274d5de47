// @vitest-environment happy-dom
import { act, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type Search, useSearch } from "./use-search.ts";

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  onTestFinished(() => void vi.useRealTimers());
});

const nothing: readonly string[] = [];

/** A search whose answers arrive when the test lets them, and what is found for the text that was typed last. */
const openSearch = () => {
  const asked: { text: string; signal: AbortSignal; answer: (found: string[]) => void }[] = [];
  const search: Search<readonly string[]> = (text, signal) =>
    new Promise((answer) => asked.push({ text, signal, answer }));
  let state: ReturnType<typeof useSearch<readonly string[]>> | undefined;
  const Searched = ({ text }: { text: string }) => {
    const searched = useSearch(text, search, nothing);
    useEffect(() => {
      state = searched;
    });
    return null;
  };
  const root = createRoot(document.createElement("div"));
  onTestFinished(() => act(() => root.unmount()));
  return {
    asked,
    type: (text: string) => act(() => root.render(<Searched text={text} />)),
    pass: (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms))),
    answer: (found: string[]) => act(async () => asked.at(-1)?.answer(found)),
    state: () => state,
  };
};

test("the latest text is searched for, and the results of the one before stay meanwhile", async () => {
  const { asked, type, pass, answer, state } = openSearch();
  for (const text of ["l", "la", "lam"]) type(text);
  expect(state()).toEqual({ found: [], isPending: true });
  await pass(80);
  expect(asked.map(({ text }) => text)).toEqual(["lam"]);
  await answer(["Lamp"]);
  expect(state()).toEqual({ found: ["Lamp"], isPending: false });
  type("lamps");
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(state()).toEqual({ found: ["Lamp"], isPending: true });
  await pass(80);
  await answer([]);
  expect(state()).toEqual({ found: [], isPending: false });
  type("l");
  expect(state()).toEqual({ found: [], isPending: false });
});

test("a slow search holds nothing up, and is shown when it is answered", async () => {
  const { type, pass, answer, state } = openSearch();
  type("lamp");
  await pass(1_580);
  expect(state()).toEqual({ found: [], isPending: false });
  await answer(["Lamp"]);
  expect(state()).toEqual({ found: ["Lamp"], isPending: false });
});
