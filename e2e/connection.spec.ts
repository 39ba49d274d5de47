import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/expect-accessible.ts";
import { testToken } from "./support/start-stack.ts";
import { expect, test } from "./support/test.ts";

test("the connection shows the upstream, the tokens by owner, and the served reads", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.url}/connection`);
  await expect(page.getByText("Connected", { exact: true }).first()).toBeVisible();
  await openSetup(page);
  await expect(
    page.getByRole("region", { name: "API", exact: true }).getByText("Embedded service"),
  ).toBeVisible();
  await expect(page.getByRole("row", { name: /^Account/ }).first()).toBeVisible();
  await page.getByRole("button", { name: /^Check all/ }).click();
  await expect(page.getByText("Available", { exact: true })).toHaveCount(9);
  await expectAccessible(page);
  expect(await page.content()).not.toContain(testToken);
});

const wrongAddress = (page: Page) =>
  page.getByRole("heading", { name: /^The (?:API|connection)'s address may be wrong$/ });

const openSetup = (page: Page) => page.locator("summary", { hasText: "Set up" }).click();

test("reads that a documented-only upstream lacks are listed, and its address is not reported as wrong", async ({
  page,
  documentedOnly,
}) => {
  await page.goto(`${documentedOnly.url}/rmas`);
  await expect(page.getByRole("textbox", { name: /RMA/ })).toBeVisible();
  await expect(wrongAddress(page)).toBeHidden();
  await page.getByRole("link", { name: "Connection", exact: true }).click();
  await openSetup(page);
  await expect(page.getByText("Custom API")).toBeVisible();
  await page.getByRole("button", { name: /^Check all/ }).click();
  await expect(page.getByText("Not available", { exact: true })).toHaveCount(8);
  expect(await page.content()).not.toContain(testToken);
});

test("an upstream that is down is reported without a click, and a wrong base address on the screens", async ({
  page,
  own,
  stack,
}) => {
  const wrong = wrongAddress(page);
  const upstream = await own.faultyUpstream(stack.upstreamUrl);
  const console = await own.stack({
    // Requests of copying would be among the failures.
    env: { API_BASE_URL: `${upstream.url}/v9`, API_TOKEN: testToken, COPY_SHARE: "0" },
  });
  // The connection is checked when it opens, by one request.
  await upstream.down();
  await page.goto(`${console.url}/connection`);
  await expect(page.getByText("No response", { exact: true })).toHaveCount(10);
  await expect(page.getByRole("alert")).toContainText("The API's host refuses the connection.");
  await expectAccessible(page);
  await expect(page.getByText("No response yet", { exact: true })).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Main" });
  for (const name of ["Overview", "Products"]) {
    await menu.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { name: "Can't reach the service" })).toHaveCount(1);
    await expect(page.getByRole("main")).not.toContainText("Select a channel");
  }
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy details" }).first().click();
  await expect.poll(readClipboard).toMatch(/Request: [0-9a-f-]+$/);
  await menu.getByRole("link", { name: "Connection", exact: true }).click();
  await expect(page.getByText("No response", { exact: true })).toHaveCount(10);
  await upstream.up();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Not available", { exact: true })).toHaveCount(1);
  // The other reads, and the token: a 404 says nothing about it.
  await expect(page.getByText("Not checked", { exact: true })).toHaveCount(9);
  expect(upstream.arrived("GET", "/v9/account")).toHaveLength(1);
  // One click finds the address, and the report contains it.
  await expect(wrong).toBeVisible();
  await page.getByRole("button", { name: "Try other addresses" }).click();
  await expect(page.getByText(`Set API_BASE_URL=${upstream.url} where`)).toBeVisible();
  const addresses = page.getByRole("table", { name: "Addresses tried" });
  await expect(addresses.getByText("Answers with an account")).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Copy report" }).click();
  await expect(page.getByText("Report copied")).toBeVisible();
  const report = await readClipboard();
  expect(report).toContain(`- ${upstream.url}, answers, 200`);
  expect(report).toContain("GET /account, refused, ECONNREFUSED");
  expect(report).not.toContain(testToken);
  await page.goto(console.url);
  await expect(wrong).toBeVisible();
  await expect(page.getByText("Not offered by the API")).toHaveCount(0);
  for (const name of ["RMAs", "Webhooks"]) {
    await page.getByRole("link", { name, exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(wrong).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to Connection" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Connection" })).toBeVisible();
});

test("a wrong token at a wrong address isn't called valid, and the right address is found by its refusal", async ({
  page,
  own,
  stack,
}) => {
  const { url } = await own.stack({
    env: {
      API_BASE_URL: `${stack.upstreamUrl}/v9`,
      API_TOKEN: "a-wrong-token-that-is-long-enough",
    },
  });
  await page.goto(`${url}/connection`);
  await expect(wrongAddress(page)).toBeVisible();
  await openSetup(page);
  await expect(
    page
      .getByRole("row", { name: /^Account/ })
      .first()
      .getByText("Not checked"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Try other addresses" }).click();
  await expect(page.getByText("Right address, wrong token (401)")).toHaveCount(1);
  await expect(
    page.getByText(`Right address, wrong token: ${stack.upstreamUrl} refuses the token.`),
  ).toBeVisible();
});
