import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

interface AxeRun {
  violations: { id: string; nodes: { html: string }[] }[];
}
interface Axe {
  axe: { run: (context: object, options: object) => Promise<AxeRun> };
}

/** The checked rules: all of WCAG 2.2 A and AA, or only those that depend on the color scheme. */
const looks = {
  everything: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  colours: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
} as const;

/** Rows of a long list are rendered by the same code, so six of them are enough. */
const laterRows = ":is(tbody, .table__body) > :nth-child(n + 7)";

/** The frame around every screen; accessibility.spec.ts checks it in both schemes, wide and narrow. */
const frame = ".shell__bar";

/** The checked part of the page: the screen with its overlays, or without what a calendar covers in part, or everything. */
const leftOut = {
  screen: [laterRows, frame],
  calendar: [laterRows, frame, ".list__end", ".table__head"],
  page: [laterRows],
} as const;

/** Fails if axe finds a violation of WCAG 2.2 A or AA on the page in its current state. */
export const expectAccessible = async (
  page: Page,
  look: keyof typeof looks = "everything",
  part: keyof typeof leftOut = "screen",
): Promise<void> => {
  // Loading axe takes longer than most checks, so a page keeps it.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    async ({ runOnly, exclude }) => {
      const { axe } = globalThis as unknown as Axe;
      // Axe would see colors in between, also of what appears or leaves meanwhile.
      const still = new CSSStyleSheet();
      still.replaceSync(
        "*, ::before, ::after { transition: none !important; animation: none !important }",
      );
      document.adoptedStyleSheets.push(still);
      // Serializing the passed elements takes longer than the check.
      return axe
        .run({ exclude }, { runOnly, resultTypes: ["violations"], selectors: false })
        .finally(() => document.adoptedStyleSheets.pop());
    },
    { runOnly: looks[look], exclude: [...leftOut[part]] },
  );
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual(
    [],
  );
};

/** The same in both color schemes; the page was in the light one, and is again. */
export const expectAccessibleInBoth = async (
  page: Page,
  part: keyof typeof leftOut = "screen",
): Promise<void> => {
  await expectAccessible(page, "everything", part);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, "colours", part);
  await page.emulateMedia({ colorScheme: "light" });
};
