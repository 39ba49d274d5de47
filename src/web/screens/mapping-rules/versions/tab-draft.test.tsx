// @vitest-environment happy-dom
import { act, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubLocks } from "#web/testing/locks.ts";
import type { TabDraft } from "./tab-draft.ts";

vi.mock("./browser-drafts.ts", () => ({ browserDrafts: { read: async () => undefined } }));

/** Longer than a number stays with a tab after its screen was left. */
const long = 5_000;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** As a page that was just loaded: other files of tests may have loaded the real drafts, and claimed numbers. */
const loadPage = async () => {
  vi.resetModules();
  const { connection } = await import("#web/api/connection.ts");
  const { queryClient } = await import("#web/api/query-client.ts");
  queryClient.setQueryData(connection().queryKey, { embedded: true } as never);
  return import("./tab-draft.ts");
};

let page: Awaited<ReturnType<typeof loadPage>>;

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  page = await loadPage();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const openScreen = async () => {
  const { useTabDraft } = page;
  let place: TabDraft | undefined;
  const Screen = () => {
    const claimed = useTabDraft("rule 5");
    useEffect(() => {
      place = claimed;
    });
    return null;
  };
  const root = createRoot(document.createElement("div"));
  act(() => root.render(<Screen />));
  await pass(1);
  return { place: place!, leave: () => act(() => root.unmount()) };
};

test("a rule's number is free for other tabs soon after its screen was left", async () => {
  const held = stubLocks();
  const { place, leave } = await openScreen();
  expect([place.key, held()]).toEqual(["embedded|rule 5|1", ["supercargo embedded rule 5 1"]]);
  leave();
  await pass(long);
  expect(held()).toEqual([]);
});

test("a number that is kept stays with its tab, which gets it again, until it is released", async () => {
  const held = stubLocks();
  const { place, leave } = await openScreen();
  const release = place.keep();
  leave();
  await pass(long);
  expect(held()).toEqual(["supercargo embedded rule 5 1"]);
  const again = await openScreen();
  expect(again.place.key).toBe(place.key);
  release();
  await pass(long);
  expect(held()).toEqual(["supercargo embedded rule 5 1"]);
  const releaseAgain = again.place.keep();
  again.leave();
  await pass(long);
  releaseAgain();
  await pass(long);
  expect(held()).toEqual([]);
});
