// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { waitingRma } from "#web/rmas/test-rma.ts";
import { showScreen } from "#web/ui/test-screen.tsx";
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
  await showScreen(
    <PreviewGroups
      preview={{ open: [], closing: [], blocked, same: [] }}
      includes={false}
      onIncludes={() => undefined}
    />,
  );
  const group = document.querySelector("details")!;
  await act(async () => {
    group.open = true;
    group.dispatchEvent(new Event("toggle"));
  });
  const listed = [...group.querySelectorAll("li")].slice(200);
  expect(listed.map(({ textContent }) => textContent)).toEqual(note ? [note] : []);
});
