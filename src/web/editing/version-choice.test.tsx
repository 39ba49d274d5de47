// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Difference } from "./field-draft.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { VersionChoice } from "./version-choice.tsx";

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
