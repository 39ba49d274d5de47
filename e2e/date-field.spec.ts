import { expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { expect, test } from "./support/test.ts";

test("a day can be typed in several formats, or selected from a calendar by keys", async ({
  page,
}) => {
  await page.goto("/rmas");
  const field = page.getByLabel("Created since", { exact: true });
  await field.fill("22 Nov 2025");
  await field.press("Enter");
  await expect(page).toHaveURL(/createdAfter=2025-11-22/);
  await expect(field).toHaveValue("2025-11-22");
  await field.fill("soon");
  await field.press("Tab");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("tooltip")).toHaveText("Enter a date like 2026-11-22 or 22 Nov 2026");
  await expect(page).toHaveURL(/createdAfter=2025-11-22/);
  await field.fill("");
  await expect(page).not.toHaveURL(/createdAfter/);
  await expect(page.getByRole("tooltip")).toBeHidden();

  await field.fill("2025-03-10");
  const open = page.getByRole("button", { name: "Open calendar" });
  await open.focus();
  await open.press("Enter");
  const chosen = page.getByRole("button", { name: "10 March 2025" });
  await expect(chosen).toBeVisible();
  await expectAccessibleInBoth(page, "calendar");
  await chosen.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/createdAfter=2025-03-11/);
  await expect(chosen).toBeHidden();
  await expect(open).toBeFocused();
});
