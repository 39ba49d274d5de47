// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReceivedOrdersRunDetail } from "#contract/received-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { openTestApp, pressButton, typeText } from "#web/testing/app.tsx";
import { SettleRun } from "./settle-run.tsx";

const run = { id: 7, state: "unknown", requestedAt: "2026-11-26T09:00:00Z", orderCount: 0 };
/** The settlements that were sent. */
const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    if (body) sent.push(JSON.parse(String(body)));
    return new Response(JSON.stringify({ ...run, state: "settled" }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const Run = () => (
  <SettleRun
    run={readAnswer(ReceivedOrdersRunDetail, { ...run, orders: [] }).value}
    source="all sources"
    sourceName={String}
  />
);
const findNote = () => document.querySelector("textarea");

test("the note stays when the screen is left, and is deleted when it was sent", async () => {
  const screen = openTestApp({ "/run": Run, "/returns": () => <h1>Returns</h1> }, "/run");
  await expect.poll(findNote).not.toBeNull();
  typeText(findNote()!, "With the warehouse");
  await expect.poll(() => findNote()?.value).toBe("With the warehouse");
  screen.open("/returns");
  await expect.poll(findNote).toBeNull();
  screen.open("/run");
  await expect.poll(() => findNote()?.value).toBe("With the warehouse");
  await pressButton("Recovered elsewhere");
  await expect.poll(() => document.querySelector("[role=dialog]")).not.toBeNull();
  document.querySelector<HTMLElement>(".dialog__foot button:last-of-type")?.click();
  await expect
    .poll(() => sent)
    .toEqual([{ kind: "recovered-elsewhere", note: "With the warehouse" }]);
  await expect.poll(() => findNote()?.value).toBe("");
  expect(JSON.stringify(localStorage)).not.toContain("warehouse");
});
