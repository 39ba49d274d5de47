// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { SaveState } from "./save-machine.ts";
import { SaveStatus } from "./save-status.tsx";
import { openTestApp } from "./test-app.tsx";

test.each<[string, SaveState<unknown, unknown>, string]>([
  ["didn't arrive", { kind: "lost" }, "The RMA is unchanged."],
  [
    "can't be sent any more",
    { kind: "lost", unsendable: true },
    "Your changes can't be sent as they are, because the RMA was changed",
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
