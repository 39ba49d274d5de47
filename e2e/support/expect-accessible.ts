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

/** Fails when axe finds a violation of WCAG 2.2 A or AA on the page as it is. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await settleColours(page);
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<AxeRun> } };
    const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    return axe.run({ runOnly: { type: "tag", values } });
  });
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual(
    [],
  );
};
