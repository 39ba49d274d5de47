// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Connection } from "#contract/connection.ts";
import { maxAnswerBytes } from "#contract/limits.ts";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { connection } from "#web/api/connection.ts";
import { mappingSetItems } from "#web/api/mapping-sets.ts";
import { queryClient } from "#web/api/query-client.ts";
import { session } from "#web/base/session.ts";
import { openTestApp, pressButton, typeText } from "#web/testing/app.tsx";
import { getValues } from "./item-edits.ts";
import { MappingSetItems } from "./mapping-set-items.tsx";
import { estimateSize } from "./set-size.tsx";

const itemOf = (toValue: string): MappingSetItem => ({
  id: 1,
  mappingSetId: 5,
  fromValue: "long",
  toValue,
});
const sizeWith = (...values: { from: string; to: string }[]) =>
  estimateSize([getValues(itemOf("")), ...values]);

/** The free bytes of the set: enough for two new items of the paste below. */
const free = 2.5 * (sizeWith({ from: "a1", to: "b1" }) - sizeWith());

/** A value with which a set is almost full: letters that may be escaped count as six bytes. */
const toValue = "é".repeat((maxAnswerBytes - sizeWith() - free) / 6);

/** Each test has a set of its own, also in other files: an unsaved draft stays open. */
let set = 200;

/** Shows a set with one item that has this value. */
const showSet = (value: string) => {
  queryClient.setQueryData(connection().queryKey, { embedded: true } as Connection);
  const answer = { value: [itemOf(value)], problems: [], total: undefined };
  queryClient.setQueryData(mappingSetItems(set).queryKey, answer);
  openTestApp({ "/": () => <MappingSetItems id={set} name="Colors" count={1} enabled /> });
};
const showAlmostFull = async () => {
  showSet(toValue);
  await expect.poll(() => field("From, row 2")).toBeTruthy();
};

const text = () => document.body.textContent;
const field = (label: string) =>
  document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)!;
const isLocked = () =>
  document.querySelector("[data-saves]")?.getAttribute("aria-disabled") === "true";

/** Pastes text into a cell; returns whether the browser pastes it as usual. */
const paste = (label: string, pasted: string): boolean => {
  const event = new Event("paste", { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => pasted } });
  return field(label).dispatchEvent(event);
};
const table = (count: number) =>
  Array.from({ length: count }, (_, at) => `a${at}\tb${at}\n`).join("");

beforeEach(() => {
  session.set({ signIn: "none", person: null });
  localStorage.clear();
  set += 1;
});

test("typed items that don't fit in a set stay, and can't be saved until they do", async () => {
  await showAlmostFull();
  typeText(field("From, row 2"), "short");
  await expect.poll(isLocked).toBe(false);
  const long = "x".repeat(free);
  typeText(field("To, row 2"), long);
  await expect.poll(text).toContain("These items don't fit in one mapping set");
  expect(text()).toContain("Undo the last steps, or shorten the values that you changed.");
  await expect.poll(isLocked).toBe(true);
  expect(field("To, row 2").value).toBe(long);
  await pressButton("Undo");
  await expect.poll(isLocked).toBe(false);
  expect(text()).not.toContain("These items don't fit");
});

test("items aren't sent if another person has added so many that they don't fit any more", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET", body }: RequestInit = {}) => {
    if (method !== "GET") sent.push(body);
    return Response.json([itemOf(toValue)]);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  showSet("");
  await expect.poll(() => field("From, row 2")).toBeTruthy();
  typeText(field("From, row 2"), "x".repeat(free));
  await pressButton("Save 1 item");
  await expect.poll(text).toContain("These items don't fit in one mapping set");
  await expect.poll(isLocked).toBe(true);
  expect(sent).toEqual([]);
});

test("a table that doesn't fit in a set isn't pasted, and what was typed stays", async () => {
  await showAlmostFull();
  typeText(field("From, row 2"), "typed");
  await expect.poll(() => field("From, row 3")).toBeTruthy();
  expect(paste("From, row 3", table(9))).toBe(false);
  await expect.poll(text).toContain("Nothing was pasted");
  expect(text()).toContain("At most 1 item of the copied table can be added.");
  await pressButton("Close");
  await expect.poll(text).not.toContain("Nothing was pasted");
  expect(field("From, row 2").value).toBe("typed");
  expect(field("From, row 3").value).toBe("");
  paste("From, row 3", table(1));
  await expect.poll(() => field("From, row 3").value).toBe("a0");
  expect(text()).not.toContain("Nothing was pasted");
});

test("a text that no set has room for is read neither as a value nor as a table", async () => {
  await showAlmostFull();
  const value = "x".repeat(maxAnswerBytes + 1);
  expect(paste("From, row 2", value)).toBe(false);
  await expect.poll(text).toContain("Paste fewer rows or shorter values.");
  expect(field("From, row 2").value).toBe("");
});
