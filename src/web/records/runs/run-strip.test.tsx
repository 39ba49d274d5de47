// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { openTestApp } from "#web/testing/app.tsx";
import type { RunControl, RunView } from "./run-control.ts";
import { RunStrip } from "./run-strip.tsx";

const view: RunView<string, undefined, undefined> = {
  run: { id: "1", change: "start", upstream: "embedded", startedAt: 0 },
  lines: [{ id: 1, name: "PO-1", data: undefined, state: { kind: "waiting" } }],
  phase: "paused",
  why: "The API allows no more requests.",
  pace: { done: 0, ms: 0 },
};

const control: RunControl<string, undefined, undefined> = {
  words: {
    noun: "order",
    kind: "purchase-orders",
    region: "Orders in progress",
    acting: () => "Starting",
    done: () => "started",
    news: "status",
    requests: 1,
  },
  permission: () => ({ role: "viewer" }),
  useRun: () => view,
  find: async () => {},
  start: async () => {},
  resume: async () => {},
  pause: () => {},
  retry: async () => {},
  cancelRest: async () => {},
  close: async () => {},
};

test("a run that stopped says why in a notice", async () => {
  openTestApp({ "/": () => <RunStrip control={control} /> });
  const find = (selector: string) => document.querySelector(selector)?.textContent;
  await expect.poll(() => find("h2")).toBe("Stopped");
  expect(find("[role=alert] [role=heading]")).toBe("Couldn't continue");
  expect(find("[role=alert] p")).toBe(view.why);
});
