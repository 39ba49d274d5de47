// @vitest-environment happy-dom
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { DeliveryAttempts } from "./delivery-drawer.tsx";

const attemptAt = (triedAt: string, result: string) => ({
  triedAt,
  result,
  durationMs: 5,
  url: "https://warehouse.test/hook",
  statusCode: 503,
});

const first = attemptAt("2026-03-01T09:00:00.000Z", "Closed");
const second = attemptAt("2026-03-01T09:00:05.000Z", "Still closed");

let attempts: object[] = [];
let plannedAttempts: string[] = [];

beforeEach(() => {
  [attempts, plannedAttempts] = [[first], []];
  vi.stubGlobal("fetch", async () => Response.json({ id: 7, attempts, plannedAttempts }));
});
afterEach(() => vi.unstubAllGlobals());

const Attempts = () => {
  const [triedAt, setTriedAt] = useState(first.triedAt);
  return (
    <>
      <button onClick={() => setTriedAt(second.triedAt)}>Try</button>
      <DeliveryAttempts id={7} triedAt={triedAt} active>
        {null}
      </DeliveryAttempts>
    </>
  );
};

const findAttempts = () => [...document.querySelectorAll("details")];

test("a further attempt is loaded when the log has it, and the opened one stays open", async () => {
  openTestApp({ "/": Attempts });
  await expect.poll(() => findAttempts().length).toBe(1);
  findAttempts()[0]!.open = true;
  attempts = [second, first];
  await pressButton("Try");
  await expect.poll(() => findAttempts().map(({ open }) => open)).toEqual([false, true]);
  expect(findAttempts()[1]?.textContent).toContain("Closed");
});

test.each([
  ["2020-01-01T00:00:00.000Z", "Next attempt: overdue. It is the last one."],
  ["2999-01-01T12:00:00.000Z", "Jan 1, 2999"],
])("the next attempt, planned at %s, is shown as %s", async (time, words) => {
  plannedAttempts = [time];
  openTestApp({ "/": Attempts });
  await expect.poll(() => document.body.textContent).toContain(words);
});
