// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cacheRma } from "#web/api/rmas.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { openEditing } from "#web/editing/editing.ts";
import { createDecisionPlan } from "#web/screens/rmas/use-decision.ts";
import { waitingRma } from "#web/testing/rma.ts";
import { QueueRow } from "./queue-list.tsx";

const ignore = () => undefined;

/** Shows an RMA of the queue, and types into it. Returns its mark, or the number of its units. */
const showTyped = async (id: number) => {
  const rma = waitingRma([{ id: 7, quantity: 3, bundleComponents: [] }], { id });
  cacheRma(id, { value: rma, problems: [], total: undefined });
  const row = { id, current: false, selected: false, stays: false, sourceName: () => "Shop" };
  openTestApp({ "/": () => <QueueRow {...row} onOpen={ignore} onSelect={ignore} /> });
  const mark = () =>
    document.querySelector(".queue-row__mark, .queue-row__units")?.textContent ?? "";
  await expect.poll(mark).toBe("3 units");
  const editing = openEditing(createDecisionPlan(id, rma));
  editing.document.change({ "7.note": { text: "Typed", was: "" } });
  await expect.poll(mark).toBe("Unsaved");
  return { mark, discard: editing.discard };
};

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => vi.unstubAllGlobals());

test("the mark follows what is typed", async () => {
  const { mark, discard } = await showTyped(71);
  discard();
  await expect.poll(mark).toBe("3 units");
});
