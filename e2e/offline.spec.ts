import type { MappingSet } from "#contract/mapping-sets.ts";
import { callApi } from "./support/call-api.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { expect, test } from "./support/test.ts";

test("while the gateway is down, data stays with its age, and a save is sent later only if the person says so", async ({
  page,
  own,
}) => {
  const first = await own.stack();
  const [set] = await callApi<MappingSet[]>(first.upstreamUrl, "/mapping-sets");
  const watched = page.waitForResponse(/watch-reach/);
  await page.goto(`${first.url}/mapping-sets/${set!.id}?edit=1`);
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Renamed while offline");
  await (await watched).finished();
  await first.stop();

  await page.getByRole("button", { name: "Save changes" }).click();
  const banner = page.getByRole("region", { name: "Connection status" });
  await expect(banner).toContainText("The console's gateway isn't responding.");
  await expect(banner).toContainText(/Showing data loaded (just now|\d+ minutes? ago)\./);
  await expect(page.getByText("Nothing was sent. Your changes are still here.")).toBeVisible();
  await expect(name).toHaveValue("Renamed while offline");
  await page.getByRole("button", { name: "Send when back online" }).click();
  await expect(page.getByRole("heading", { name: "Waiting to be sent" })).toBeVisible();
  const waiting = banner.getByRole("list", { name: "Changes to send" }).getByRole("listitem");
  await expect(waiting).toContainText(`${set!.name}Waiting to be sent`);
  await expectAccessible(page);
  // Canceled, nothing waits; the typed text stays.
  await waiting.getByRole("button", { name: "Cancel sending" }).click();
  await expect(waiting).toHaveCount(0);
  await expect(name).toHaveValue("Renamed while offline");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("button", { name: "Send when back online" }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);

  const second = await own.stack({ place: first.place, env: { PORT: new URL(first.url).port } });
  await expect(banner).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Renamed while offline");
  const [now] = await callApi<MappingSet[]>(second.upstreamUrl, "/mapping-sets");
  expect(now?.name).toBe("Renamed while offline");

  // The browser's own connection, without a request.
  await page.context().setOffline(true);
  await expect(banner).toContainText("You're offline.");
  await page.context().setOffline(false);
  await expect(banner).toBeHidden();
});

test("a request that waits long says how long and why", async ({ page, faulty }) => {
  await page.goto(`${faulty.url}/rmas`);
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  faulty.upstream.fail("GET", "/returns", { until: held });
  await page.getByRole("link", { name: "Returns", exact: true }).click();
  const banner = page.getByRole("region", { name: "Connection status" });
  await expect(banner).toContainText(/^Waiting for \d+ seconds\. The API hasn't responded yet\.$/);
  release();
  await expect(banner).toBeHidden();
  await expect(page.getByRole("main").getByRole("row").nth(1)).toBeVisible();
});
