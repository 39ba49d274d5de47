// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import { resetSettings, setSettings } from "#web/base/settings.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { WebhookHealth } from "./webhook-health.tsx";

beforeEach(() => {
  setSettings({ timeZone: "UTC" });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-14T23:59:00.000Z") });
  vi.stubGlobal("fetch", async () =>
    Response.json([{ configurationId: 1, day: "2026-03-15", delivered: 3, failed: 0, waiting: 0 }]),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  resetSettings();
});

test("the days of a screen that stays open end with the present one", async () => {
  openTestApp({ "/": () => <WebhookHealth id={1} /> });
  await expect.poll(() => document.body.textContent).toContain("No events in the last 14 days");
  vi.setSystemTime("2026-03-15T00:01:00.000Z");
  await queryClient.refetchQueries();
  await expect.poll(() => document.body.textContent).toContain("3 delivered");
});
