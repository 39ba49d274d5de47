// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { openTestApp } from "#web/testing/app.tsx";
import { useDecisionKeys } from "./decision-keys.ts";
import { useQueueKeys } from "#web/screens/rmas/queue/use-queue-keys.ts";

const pressIn = (place: string, init: KeyboardEventInit) =>
  document
    .querySelector(place)
    ?.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true }));

const onSave = vi.fn<() => void>();
const onRest = vi.fn<() => void>();

const Decision = () => {
  useDecisionKeys({ onSave, onApproveAll: undefined, onRest });
  return null;
};
const Queue = () => {
  useQueueKeys({ save: () => onSave(), approve: () => onRest() });
  return null;
};

test.each([
  ["of an RMA", Decision],
  ["of the queue", Queue],
])("a panel over the decision %s keeps its keys", async (_, Keys) => {
  openTestApp({
    "/": () => (
      <>
        <Keys />
        <div role="dialog">
          <input />
          <button>Remove</button>
        </div>
        <main>
          <input />
          <p>RMA</p>
        </main>
      </>
    ),
  });
  await expect.poll(() => document.querySelector("main")).not.toBeNull();
  onSave.mockClear();
  onRest.mockClear();
  pressIn("[role=dialog] input", { key: "Enter", ctrlKey: true });
  pressIn("[role=dialog] button", { key: "A", shiftKey: true });
  pressIn("[role=dialog] button", { key: "a" });
  expect([onSave.mock.calls.length, onRest.mock.calls.length]).toEqual([0, 0]);
  pressIn("main input", { key: "Enter", ctrlKey: true });
  pressIn("main p", { key: "A", shiftKey: true });
  pressIn("main p", { key: "a" });
  // A single key waits until no scanner can be typing.
  await expect.poll(() => [onSave.mock.calls.length, onRest.mock.calls.length]).toEqual([1, 1]);
});
