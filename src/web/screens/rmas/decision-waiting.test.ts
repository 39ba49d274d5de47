import { afterEach, expect, test } from "vitest";
import type { Rma, RmaItemUpdate } from "#contract/rmas.ts";
import type { Answer } from "#web/api/call.ts";
import { endWaiting, silence } from "#web/testing/waiting.ts";
import { sendWaitingSaves, waitingSaves } from "#web/editing/waiting-saves.ts";
import { createDesk } from "./decision-desk.ts";
import { waitingRma } from "#web/testing/rma.ts";

afterEach(endWaiting);

const rma = waitingRma([
  { id: 7, quantity: 3, bundleComponents: [] },
  { id: 8, quantity: 2, bundleComponents: [] },
]);
const [first, second] = rma.items;
const answer = (value: Rma): Answer<Rma> => ({ value, problems: [], total: undefined });

/** A decision on the first line that waits for the gateway, while another person changes the RMA. */
const waitWhile = async (...items: Rma["items"]) => {
  let [known, isDown] = [rma, true];
  const sent: RmaItemUpdate[][] = [];
  const desk = createDesk({
    record: () => known,
    read: async () => {
      if (isDown) throw silence;
      return answer(known);
    },
    send: async (lines) => {
      sent.push(lines);
      return answer({ ...known, rmaStatus: "Approved" });
    },
    cache: ({ value }) => void (known = value),
    loadDraft: () => undefined,
    storeDraft: () => undefined,
  });
  desk.type(first!, "approvedQuantity", "3");
  await desk.save(() => undefined);
  const { wait } = desk.saving.get() as { wait?: () => void };
  wait?.();
  expect(desk.saving.get().kind).toBe("waiting");
  // The record is loaded again before the save goes on.
  [known, isDown] = [{ ...rma, items }, false];
  await sendWaitingSaves();
  return { desk, sent, kind: () => desk.saving.get().kind };
};

test("a decision that waited is sent", async () => {
  const { sent, kind } = await waitWhile(first!, second!);
  expect([sent.length, kind()]).toEqual([1, "editing"]);
});

test("a decision that waited asks before it closes the RMA, if another person has decided the rest", async () => {
  const { desk, sent, kind } = await waitWhile(first!, { ...second!, approvedQuantity: 2 });
  expect([sent, kind(), waitingSaves.get().length]).toEqual([[], "reviewing", 1]);
  await desk.send();
  expect([sent.length, kind(), waitingSaves.get().length]).toEqual([1, "editing", 0]);
});

test("a decision that waited isn't sent if it no longer fits, and says so", async () => {
  const { sent, kind } = await waitWhile({ ...first!, deniedQuantity: 1 }, second!);
  expect([sent, kind(), waitingSaves.get().length]).toEqual([[], "lost", 1]);
});

test("a decision that another person made meanwhile has nothing left to send", async () => {
  const { sent, kind } = await waitWhile({ ...first!, approvedQuantity: 3 }, second!);
  expect([sent, kind(), waitingSaves.get().length]).toEqual([[], "editing", 0]);
});
