import { callApi } from "./support/call-api.ts";
import { post, ruleOf } from "./support/rule-builder.ts";
import { expect, test } from "./support/test.ts";

/* More products than the page tries at every keystroke: the run over all of them stands beside the page. */

test("a run over all products goes on beside the page, can be stopped, and heeds the content policy", async ({
  page,
  own,
}) => {
  // So many products are read at the pace of the API.
  test.setTimeout(300_000);
  const stack = await own.stack({ env: { SERVICE_DEMO: "11500" } });
  const everyTitle = ruleOf("Shout", []);
  const { id } = await post((path, init) => callApi(stack.upstreamUrl, path, init), {
    ...everyTitle,
    rule: { ...everyTitle.rule, alwaysRun: true },
  });
  const answer = await page.goto(`${stack.url}/mapping-rules/${id}`);
  const policy = answer?.headers()["content-security-policy"];
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain("worker-src 'self'");

  await page.getByRole("button", { name: "Try on products" }).click();
  const proof = page.getByRole("region", { name: "Try this rule" });
  await proof.getByRole("button", { name: "Change samples" }).click();
  await page.getByLabel("How many").selectOption({ label: "All there are" });
  await page.keyboard.press("Escape");
  const known = proof.getByText(/^10,\d{3} products, read/);
  await expect(known).toBeVisible({ timeout: 200_000 });
  const all = (await known.innerText()).split(" ")[0];
  await proof.getByRole("tab", { name: "Dry run" }).click();
  const run = proof.getByRole("button", { name: `Run over all ${all} products` });
  await expect(run).toBeVisible();
  expect(page.workers()).toHaveLength(0);

  // Stopped, it leaves neither a result nor the worker.
  const first = page.waitForEvent("worker");
  await run.click();
  await proof.getByRole("button", { name: "Stop" }).click();
  await expect(run).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);
  await expect(proof.getByText("would change")).toHaveCount(0);
  await first;

  const second = page.waitForEvent("worker");
  await run.click();
  await expect(proof.getByRole("progressbar", { name: "Records tried" })).toBeVisible();
  await expect(proof.getByText(new RegExp(`^[\\d,]+ of ${all}$`))).toBeVisible();
  expect(new URL((await second).url()).origin).toBe(new URL(stack.url).origin);
  await expect(
    proof.getByText(`${all} values in ${all} products of ${all} would change.`),
  ).toBeVisible({ timeout: 60_000 });
});
