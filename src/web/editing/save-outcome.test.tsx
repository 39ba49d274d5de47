// @vitest-environment happy-dom

import { expect, test, vi } from "vitest";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import type { Choices, Difference } from "./editing-plan.ts";
import { SaveStatus, type SaveStatusProps, VersionChoice } from "./save-outcome.tsx";

const error = new Error("No response");

test.each<[string, SaveStatusProps["state"], string]>([
  ["didn't arrive", { kind: "lost" }, "The RMA doesn't have these changes."],
  [
    "can't be sent any more",
    { kind: "lost", unsendable: true },
    "Your changes can't be sent as they are, because the RMA was changed",
  ],
  [
    "weren't sent",
    { kind: "unread", error },
    "couldn't be loaded before saving, so nothing was sent.",
  ],
])("changes that %s are kept, and the reason is true", async (_, state, words) => {
  const nothing = () => undefined;
  openTestApp({
    "/": () => (
      <SaveStatus noun="RMA" state={state} canCheck onCheck={nothing} onAcknowledge={nothing} />
    ),
  });
  const said = () => document.querySelector("[role=alert]")?.textContent;
  await expect.poll(said).toContain(words);
  expect(said()).toContain("still here");
});

const note = { field: "note", label: "Note", was: "a", now: "b", mine: "c" };
const words = { field: "words", label: "Words", was: "a b", now: "x b", mine: "a y", both: "x y" };
const status = { field: "status", label: "Status", was: "open", now: "closed" };

/** Shows a conflict, and returns what it resolves to. */
const openConflict = async (differences: readonly Difference[]) => {
  const resolve = vi.fn<(choices: Choices) => void>();
  openTestApp({
    "/": () => <VersionChoice noun="RMA" differences={differences} onResolve={resolve} />,
  });
  await expect.poll(() => document.body.textContent).toContain("Conflict: this RMA has changed");
  return resolve;
};

test("the missing choices are said beside the button, and values with one space between", async () => {
  await openConflict([note]);
  expect(document.body.textContent).toContain("was a, is now b");
  expect(document.querySelector("button:disabled")?.textContent).toBe("Continue");
  expect(document.body.textContent).toContain("Select 1 more version");
  expect(document.body.textContent).not.toContain("Use all");
});

test.each<[button: string, choices: Choices]>([
  ["Use all your versions", { note: "mine", words: "mine" }],
  ["Use all their versions", { note: "theirs", words: "theirs" }],
])("several conflicts are resolved at once: %s", async (button, choices) => {
  const resolve = await openConflict([status, note, words]);
  await pressButton(button);
  await pressButton("Continue");
  expect(resolve).toHaveBeenCalledWith(choices);
});

test("each conflict is resolved by itself, with both changes where they fit together", async () => {
  const resolve = await openConflict([status, note, words]);
  const labels = [...document.querySelectorAll("label")];
  for (const text of ["Keep their version: b", "Use both changes: x y"])
    labels.find((label) => label.textContent === text)?.click();
  await pressButton("Continue");
  expect(resolve).toHaveBeenCalledWith({ note: "theirs", words: "both" });
});

test("what another person changed needs no choice where nothing was edited", async () => {
  const resolve = await openConflict([status]);
  await pressButton("Continue");
  expect(resolve).toHaveBeenCalledWith({});
});
