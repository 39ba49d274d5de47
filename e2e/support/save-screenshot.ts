import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";

const folder = resolve(import.meta.dirname, "../../test-results/screens");

const isMainScreen = (route: string): boolean => /^\/(?!no-such)[a-z-]*$/.test(route);

/** Saves a screenshot of a main screen for review, if the environment has SCREENSHOTS=1; nothing is compared. */
export const saveScreenshot = async (
  page: Page,
  route: string,
  scheme: "light" | "dark",
): Promise<void> => {
  if (process.env["SCREENSHOTS"] !== "1" || !isMainScreen(route)) return;
  const { width } = page.viewportSize()!;
  const name = `${route.slice(1) || "overview"}-${width}-${scheme}.jpg`;
  await page.screenshot({
    path: join(folder, name),
    type: "jpeg",
    quality: 75,
    animations: "disabled",
  });
};
