// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { readDraft, writeDraft } from "./draft.ts";
import { openDraftKey } from "./draft-key.ts";

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

test("a draft of an earlier version doesn't replace a newer one", () => {
  name(one);
  writeDraft(openDraftKey("return.5"), "newer");
  writeDraft("return.5", "earlier");
  expect(readDraft(openDraftKey("return.5"))?.value).toBe("newer");
});

test("without room for a copy, a draft of an earlier version stays where it is", () => {
  name(one);
  writeDraft("return.5", "earlier");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(readDraft(openDraftKey("return.5"))?.value).toBe("earlier");
});
