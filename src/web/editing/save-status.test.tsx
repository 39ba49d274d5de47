// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { SaveState } from "./save-machine.ts";
import { SaveStatus } from "./save-status.tsx";
import { openTestApp } from "#web/testing/app.tsx";

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
