// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { CollectDialog } from "./collect-dialog.tsx";

interface Thing {
  readonly id: number;
}

const findButton = (text: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === text);

test("after a page that failed, the person can try again, and the loaded pages are kept", async () => {
  const requested: number[] = [];
  const onCollected = vi.fn<(records: readonly Thing[]) => void>();
  const readPage = async (page: number) => {
    requested.push(page);
    if (requested.length === 2) throw new ApiError("The API is down", { outcome: "refused" });
    return { value: page > 2 ? [] : [{ id: page }], problems: [], total: undefined };
  };
  const Dialog = () => (
    <CollectDialog<Thing>
      nouns={["thing", "things"]}
      all={{ readPage }}
      rowId={({ id }) => String(id)}
      total={undefined}
      onCollected={onCollected}
      onClose={() => {}}
    />
  );
  openTestApp({ "/": Dialog });
  await expect
    .poll(() => document.querySelector("[role=alert]")?.textContent)
    .toBe("Couldn't load all thingsThe API is downNothing was exported or selected.");
  expect(document.querySelector("[role=alert] [role=heading]")?.textContent).toBe(
    "Couldn't load all things",
  );
  expect(document.querySelector("[role=status]")?.textContent).toContain("1 thing loaded");
  expect(onCollected).not.toHaveBeenCalled();
  findButton("Try again")!.focus();
  findButton("Try again")!.click();
  await expect.poll(() => onCollected.mock.calls).toEqual([[[{ id: 1 }, { id: 2 }]]]);
  expect(requested).toEqual([1, 2, 2, 3]);
  await expect.poll(() => findButton("Try again")).toBeUndefined();
  // The button disappeared with the focus.
  await expect
    .poll(() => document.querySelector(".dialog")?.contains(document.activeElement))
    .toBe(true);
});
