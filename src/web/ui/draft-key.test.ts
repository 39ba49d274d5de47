// @vitest-environment happy-dom
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { readDraft, writeDraft } from "./draft.ts";
import { openDraftKey, useDraftKey } from "./draft-key.ts";
import { namedUpstream } from "./upstream-key.ts";

const one = { baseUrl: "https://one.example", embedded: false };
const two = { baseUrl: "https://two.example", embedded: false };
const embedded = { baseUrl: "http://127.0.0.1:4201", embedded: true };
const otherPort = { baseUrl: "http://127.0.0.1:4999", embedded: true };
type Named = typeof one;

const name = (upstream: Named | undefined) =>
  queryClient.setQueryData(connection().queryKey, upstream as never);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  namedUpstream.set(undefined);
});
afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

test.each<[typed: Named, opened: Named, offered: boolean]>([
  [one, one, true],
  [one, two, false],
  [embedded, one, false],
  [one, embedded, false],
  [embedded, otherPort, true],
])("a draft of %j, opened on %j, is offered: %s", (typed, opened, offered) => {
  for (const place of ["browser", "tab"] as const) {
    name(typed);
    writeDraft(openDraftKey("return.5", place), "typed", place);
    name(opened);
    const draft = readDraft(openDraftKey("return.5", place), place);
    expect(draft?.value).toBe(offered ? "typed" : undefined);
  }
});

test("a draft of an earlier version is taken over by the first upstream that the gateway names, once", () => {
  writeDraft("return.5", "earlier");
  // Not by the one that is only assumed.
  expect(readDraft(openDraftKey("return.5"))).toBeUndefined();
  for (const [upstream, value] of [
    [one, "earlier"],
    [two, undefined],
    [one, "earlier"],
  ] as const) {
    name(upstream);
    expect(readDraft(openDraftKey("return.5"))?.value).toBe(value);
  }
  expect(readDraft("return.5")).toBeUndefined();
});

const open = { key: "k-1", missed: false };
const missed = { key: "k-2", missed: true };
const otherOpen = { key: "k-3", missed: false };

test.each<[name: string, own: unknown, earlier: unknown, newer: "own" | "earlier", kept: unknown]>([
  ["return.5", "own", "earlier", "own", "own"],
  ["return.5", "own", "earlier", "earlier", "earlier"],
  ["return.new.sent", missed, open, "own", open],
  ["return.new.sent", open, missed, "earlier", open],
  ["return.new.sent", open, otherOpen, "earlier", open],
])(
  "of the draft of %s %j and that of an earlier version %j, of which %s is newer, %j stays",
  (draft, own, earlier, newer, kept) => {
    name(one);
    const store = (key: string, value: unknown, savedAt: number) =>
      localStorage.setItem(`supercargo.draft.${key}`, JSON.stringify({ value, savedAt }));
    store(openDraftKey(draft), own, newer === "own" ? 2 : 1);
    store(draft, earlier, newer === "own" ? 1 : 2);
    expect(readDraft(openDraftKey(draft))?.value).toEqual(kept);
    const left = earlier === otherOpen ? otherOpen : undefined;
    expect(readDraft(draft)?.value).toEqual(left);
    writeDraft(openDraftKey(draft), undefined);
    expect(readDraft(openDraftKey(draft))?.value).toEqual(left);
  },
);

const known = "supercargo.upstream";

test.each<[stored: string | null, before: string, typed: boolean, named: Named, after: string]>([
  [null, "none", false, one, "new https://one.example"],
  ["", "new embedded", false, embedded, "new embedded"],
  [two.baseUrl, "new https://two.example", false, one, "new https://one.example"],
  [two.baseUrl, "new https://two.example", true, one, "new https://two.example"],
])(
  "where the gateway fails and had named %j, the draft is %s; typed: %s; once it names %j, it is %s",
  async (stored, before, typed, named, after) => {
    if (stored !== null) localStorage.setItem(known, stored);
    const fetched = vi.fn<() => Promise<never>>().mockRejectedValue(new TypeError("no answer"));
    vi.stubGlobal("fetch", fetched);
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    const place = document.createElement("div");
    const root = createRoot(place);
    onTestFinished(() => {
      root.unmount();
      vi.unstubAllGlobals();
    });
    root.render(createElement(() => useDraftKey("new") ?? "none"));
    const hasFailed = () => queryClient.getQueryState(connection().queryKey)?.status === "error";
    await expect.poll(hasFailed).toBe(true);
    await expect.poll(() => place.textContent).toBe(before);
    if (typed) writeDraft(before, "typed");
    name(named);
    await expect.poll(() => localStorage.getItem(known)).toBe(named.embedded ? "" : named.baseUrl);
    await expect.poll(() => place.textContent).toBe(after);
  },
);

test("without room for a copy, a draft of an earlier version stays where it is", () => {
  name(one);
  writeDraft("return.5", "earlier");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(readDraft(openDraftKey("return.5"))?.value).toBe("earlier");
});
