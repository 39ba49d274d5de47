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

/** Lets colours arrive that are on their way to others: axe would judge what nobody stays to see. */
const settleColours = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    for (const change of document.getAnimations())
      if (change instanceof CSSTransition) change.finish();
    await frame();
  });

/** What is looked for: everything of WCAG 2.2 A and AA, or what another colour scheme alone can break. */
const looks = {
  everything: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  colours: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
} as const;

/** The rows of a long list are made alike: one that is right six times is right the seventh time. */
const laterRows = ":is(tbody, .table__body) > :nth-child(n + 7)";

/** What stands around every screen; accessibility.spec.ts looks at it, in both schemes, wide and narrow. */
const frame = ".shell__bar";

/** Which part of the page is looked at: the screen with what opens over it, or everything. */
const leftOut = { screen: [laterRows, frame], page: [laterRows] } as const;

/** Fails when axe finds a violation of WCAG 2.2 A or AA on the page as it is. */
export const expectAccessible = async (
  page: Page,
  look: keyof typeof looks = "everything",
  part: keyof typeof leftOut = "screen",
): Promise<void> => {
  await settleColours(page);
  // Reading axe takes longer than most looks; a page that has it already keeps it.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    async ({ runOnly, exclude }) => {
      const { axe } = globalThis as unknown as Axe;
      // Where each element of what is well stands takes longer to write down than to look.
      return axe.run({ exclude }, { runOnly, resultTypes: ["violations"], selectors: false });
    },
    { runOnly: looks[look], exclude: [...leftOut[part]] },
  );
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual(
    [],
  );
};
