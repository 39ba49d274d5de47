import type { Page } from "@playwright/test";
import { post, createRuleRequest } from "./support/rule-builder.ts";
import { expect, test } from "./support/test.ts";

/* One record more than the page tests on every keystroke: the run over all of them is in a worker. */

const count = 10_001;
const all = count.toLocaleString("en");
const records = JSON.stringify(
  Array.from({ length: count }, (_, at) => ({ sku: `POT-${at}`, title: `Teapot ${at}` })),
);

/** Holds the worker's script until it is released, so that a run lasts as long as the test needs. */
const holdWorkers = async (page: Page): Promise<() => Promise<void>> => {
  let letGo = () => {};
  const held = new Promise<void>((done) => (letGo = done));
  const script = /\/rule-worker-[^/]*\.js$/;
  await page.route(script, async (route) => {
    await held;
    // A worker that was ended meanwhile no longer waits for its script.
    await route.continue().catch(() => undefined);
  });
  return async () => {
    letGo();
    await page.unroute(script);
  };
};

/** The workers that run rules. */
const runners = (page: Page) =>
  page.workers().filter((worker) => worker.url().includes("rule-worker"));

test("a run over all products is in a worker, can be stopped, and follows the content policy", async ({
  page,
  api,
  stack,
}) => {
  const everyTitle = createRuleRequest("Shout", []);
  const rule = await post(api, { ...everyTitle, rule: { ...everyTitle.rule, alwaysRun: true } });
  const answer = await page.goto(`${stack.url}/mapping-rules/${rule.id}`);
  const policy = answer?.headers()["content-security-policy"];
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain("worker-src 'self'");

  const preview = page.getByRole("region", { name: "Test this rule" });
  await preview.getByRole("button", { name: "Change sample" }).click();
  await page.getByLabel("How many").selectOption({ label: "All products" });
  await expect(preview.getByText(/^[\d,]+ products, loaded/)).toBeVisible();
  await page.getByRole("button", { name: "Paste records…" }).click();
  const pasted = page.getByRole("dialog", { name: "Test on pasted records" });
  await pasted.getByRole("textbox", { name: "JSON of one or more records" }).fill(records);
  await pasted.getByRole("button", { name: "Test on these" }).click();
  await expect(preview.getByText(`On ${all} pasted records, not stored.`)).toBeVisible();
  await preview.getByRole("tab", { name: "Dry run" }).click();
  const run = preview.getByRole("button", { name: `Test on all ${all} products` });
  await expect(run).toBeVisible();
  expect(runners(page)).toHaveLength(0);

  // After a stop, neither a result nor the worker remains.
  const letFirstGo = await holdWorkers(page);
  await run.click();
  await expect(preview.getByRole("progressbar", { name: "Records tested" })).toBeVisible();
  await preview.getByRole("button", { name: "Stop" }).click();
  await expect(run).toBeVisible();
  await letFirstGo();
  await expect.poll(() => runners(page).length).toBe(0);
  await expect(preview.getByText("would change")).toHaveCount(0);

  const letSecondGo = await holdWorkers(page);
  await run.click();
  await expect(preview.getByText(`0 of ${all}`)).toBeVisible();
  await letSecondGo();
  await expect(
    preview.getByText(`${all} values in ${all} products of ${all} would change.`),
  ).toBeVisible();
  // In a wide window, the panel has space for a table with columns.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(preview.getByRole("columnheader", { name: "Before and after" })).toBeVisible();
  expect(runners(page).map((worker) => new URL(worker.url()).origin)).toEqual([stack.url]);
});
