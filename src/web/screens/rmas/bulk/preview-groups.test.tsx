// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { waitingRma } from "#web/testing/rma.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { PreviewGroups } from "./preview-groups.tsx";

test.each([
  [200, undefined],
  [201, "1 more isn't listed here."],
  [202, "2 more aren't listed here."],
])("of %i RMAs that can't be changed, the dialog lists 200", async (count, note) => {
  const blocked = Array.from({ length: count }, (_, index) => ({
    rma: waitingRma([], { id: index + 1 }),
    why: "Closed",
  }));
  const Groups = () => (
    <PreviewGroups
      preview={{ open: [], closing: [], blocked, same: [] }}
      includes={false}
      onIncludes={() => undefined}
    />
  );
  openTestApp({ "/": Groups });
  await expect.poll(() => document.querySelector("details")).not.toBeNull();
  const group = document.querySelector("details")!;
  group.open = true;
  group.dispatchEvent(new Event("toggle"));
  const listed = () => [...group.querySelectorAll("li")].map(({ textContent }) => textContent);
  await expect.poll(() => listed().length).toBe(note ? 201 : 200);
  expect(listed()[200]).toBe(note);
});
