// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { createDesk } from "./decision-desk.ts";
import { discardDecision } from "./discard-decision.ts";
import { waitingRma } from "#web/testing/rma.ts";

const rma = waitingRma([{ id: 7, quantity: 3, bundleComponents: [] }]);
const [item] = rma.items;
const undo = () =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Undo");

/** A desk with a typed note, whose save never ends. */
const openDesk = () => {
  const desk = createDesk({
    record: () => rma,
    read: () => new Promise(() => {}),
    send: () => new Promise(() => {}),
    cache: () => undefined,
    loadDraft: () => undefined,
    storeDraft: () => undefined,
  });
  desk.type(item!, "note", "Seen");
  return { desk, note: () => desk.unsent.get().draft[7]?.note?.text };
};

const discardNote = async () => {
  openTestApp({ "/": () => <main /> });
  const { desk, note } = openDesk();
  discardDecision(desk);
  expect(note()).toBeUndefined();
  await expect.poll(undo).toBeDefined();
  return { desk, note };
};

test("discarded changes can be brought back", async () => {
  const { note } = await discardNote();
  await pressButton("Undo");
  expect(note()).toBe("Seen");
});

test("discarded changes can't replace what is typed after that", async () => {
  const { desk, note } = await discardNote();
  desk.type(item!, "note", "Broken");
  await expect.poll(undo).toBeUndefined();
  expect(note()).toBe("Broken");
});

test("a decision that is being saved is not discarded", () => {
  const { desk, note } = openDesk();
  void desk.save(() => undefined);
  discardDecision(desk);
  expect(note()).toBe("Seen");
});
