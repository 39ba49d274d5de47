// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Connection } from "#contract/connection.ts";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { connection } from "#web/api/connection.ts";
import { mappingSetItems } from "#web/api/mapping-sets.ts";
import { queryClient } from "#web/api/query-client.ts";
import { session } from "#web/base/session.ts";
import { readDraft } from "#web/editing/drafts.ts";
import { openTestApp, pressButton, typeText } from "#web/testing/app.tsx";
import { MappingSetItems } from "./mapping-set-items.tsx";

const stored: readonly MappingSetItem[] = [
  { id: 1, mappingSetId: 5, fromValue: "Crimson", toValue: "Red" },
];

const text = () => document.body.textContent;
const field = (label: string) =>
  document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)!;

/** Each test has a set of its own, also in other files: an unsaved draft stays open. */
let set = 100;

/** Opens the items, at `/items`, beside another screen at `/other`. */
const openItems = async () => {
  const baseUrl = "https://one.example";
  queryClient.setQueryData(connection().queryKey, { baseUrl, embedded: false } as Connection);
  const answer = { value: [...stored], problems: [], total: undefined };
  queryClient.setQueryData(mappingSetItems(set).queryKey, answer);
  const app = openTestApp(
    {
      "/items": () => <MappingSetItems id={set} name="Colors" count={1} enabled />,
      "/other": () => "Another screen",
    },
    "/items",
  );
  await expect.poll(() => field("To, row 1")).toBeTruthy();
  return app;
};

/** Types a value and a new row, and saves both. The returned function answers the request. */
const startSave = async () => {
  let give: ((_: Response) => void) | undefined;
  let now: readonly MappingSetItem[] = stored;
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET" }: RequestInit = {}) =>
    method === "GET"
      ? Response.json(now)
      : new Promise<Response>((resolve) => {
          give = resolve;
        }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const app = await openItems();
  typeText(field("To, row 1"), "Rose");
  await expect.poll(() => field("To, row 1").value).toBe("Rose");
  typeText(field("From, row 2"), "Navy");
  await pressButton("Save 2 items");
  await expect.poll(() => give).toBeTruthy();
  return {
    ...app,
    accept: () => {
      now = [
        { ...stored[0]!, toValue: "Rose" },
        { id: 2, mappingSetId: 5, fromValue: "Navy", toValue: "" },
      ];
      give?.(Response.json(now));
    },
    refuse: () =>
      give?.(Response.json({ detail: "Not wanted", outcome: "refused" }, { status: 400 })),
  };
};

beforeEach(() => {
  session.set({ signIn: "none", person: null });
  localStorage.clear();
  set += 1;
  document.title = "Colors · Supercargo";
  history.replaceState(null, "", "/items");
});

test("leaving asks before a save, not during it, and a refusal is announced and shown again", async () => {
  const { open, refuse } = await startSave();
  open("/other");
  await expect.poll(text).toContain("Another screen");
  refuse();
  await expect.poll(text).toContain("Colors wasn't saved");
  await pressButton("Open");
  await expect.poll(text).toContain("Nothing was saved.");
  expect([field("To, row 1").value, field("From, row 2").value]).toEqual(["Rose", "Navy"]);
  expect(field("To, row 1").readOnly).toBe(false);

  open("/other");
  await expect.poll(text).toContain("Leave with unsaved changes?");
});

test("items that are opened again during their save show it, and what is saved is no edit any more", async () => {
  const { open, accept } = await startSave();
  open("/other");
  await expect.poll(text).toContain("Another screen");
  open("/items");
  await expect.poll(text).toContain("Saving items, 0 of 2.");
  expect(field("To, row 1").readOnly).toBe(true);
  accept();
  await expect.poll(text).toContain("2 items saved");
  await expect.poll(text).toContain("No unsaved changes");
  expect([field("To, row 1").value, field("From, row 2").value]).toEqual(["Rose", "Navy"]);
  expect(field("From, row 3").value).toBe("");
  expect(text()).not.toContain("Save status unknown");
  expect(readDraft(`mapping-set.${set}.items`)).toBeUndefined();
});

test("items that were saved after their screen was left open without edits", async () => {
  const { open, accept } = await startSave();
  open("/other");
  await expect.poll(text).toContain("Another screen");
  accept();
  await expect.poll(text).toContain("2 items saved");
  open("/items");
  await expect.poll(text).toContain("No unsaved changes");
  expect(field("From, row 3").value).toBe("");
});

test("where this browser stores nothing, leaving asks during a save too, and discarding stops nothing", async () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    removeItem: () => undefined,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  const { open, refuse } = await startSave();
  await expect.poll(text).toContain("This browser can't keep a draft.");
  open("/other");
  await pressButton("Discard changes");
  await expect.poll(text).toContain("Another screen");
  refuse();
  await expect.poll(text).toContain("Colors wasn't saved");
  await pressButton("Open");
  await expect.poll(() => field("To, row 1")?.value).toBe("Rose");
});
