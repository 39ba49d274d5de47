// @vitest-environment happy-dom

import { expect, test } from "vitest";
import { openTestApp } from "#web/testing/app.tsx";
import type { Difference } from "./field-draft.ts";
import type { SaveState } from "./save-machine.ts";
import { SaveStatus, VersionChoice } from "./save-outcome.tsx";

const error = new Error("No response");

test.each<[string, SaveState<unknown, unknown>, string]>([
  ["didn't arrive", { kind: "lost" }, "The RMA is unchanged."],
  [
    "can't be sent any more",
    { kind: "lost", unsendable: true },
    "Your changes can't be sent as they are, because the RMA was changed",
  ],
  [
    "weren't sent",
    { kind: "unread", error },
    "couldn't be loaded before saving. Nothing was sent.",
  ],
  [
    "were refused before a comparison failed",
    { kind: "unread", error, earlier: "refused" },
    "Your changes were sent but refused because the RMA had changed in the meantime, and its latest version couldn't be loaded for a comparison. Nothing was saved.",
  ],
  [
    "were saved in part before a comparison failed",
    { kind: "unread", error, earlier: "partly" },
    "Some of your changes were saved. The others were refused because the RMA had changed in the meantime",
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
  expect(said()?.includes("Nothing was sent")).toBe(words.includes("Nothing was sent"));
});

// @vitest-environment happy-dom

const note = { field: "note", label: "Note", was: "a", now: "b", mine: "c" };

// A conflict is also found by a check of a save whose response was lost: all or a part of it may have arrived.
test.each<[what: string, differences: readonly Difference<string>[], says: string]>([
  ["with another person's change", [note], "Your changes are kept. These fields changed"],
  ["of a save of which a part arrived", [], "Some of your changes are saved"],
])("a conflict %s doesn't say that nothing was saved", async (_, differences, says) => {
  const Choice = () => (
    <VersionChoice noun="RMA" differences={differences} onResolve={() => undefined} />
  );
  openTestApp({ "/": Choice });
  const text = () => document.body.textContent;
  await expect.poll(text).toContain(says);
  expect(text()).not.toContain("Nothing was");
});

test("the missing choices are said beside the button, and values with one space between", async () => {
  const Choice = () => (
    <VersionChoice noun="RMA" differences={[note]} onResolve={() => undefined} />
  );
  openTestApp({ "/": Choice });
  await expect.poll(() => document.body.textContent).toContain("was a, is now b");
  expect(document.querySelector("button:disabled")?.textContent).toBe("Continue");
  expect(document.body.textContent).toContain("Select 1 more version");
});
