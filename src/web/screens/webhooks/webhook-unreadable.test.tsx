// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestApp } from "#web/testing/app.tsx";
import { testChange } from "#web/testing/change.ts";
import { WebhookDetail } from "./webhook-detail.tsx";

test("a webhook that the API can't load shows the changes that were made through this console", async () => {
  vi.stubGlobal("fetch", async (path: string) =>
    path === "/api/audit/record?resource=webhooks&recordId=5&pageSize=5"
      ? Response.json([{ ...testChange, operation: "rotateWebhookSecret", resource: "webhooks" }])
      : Response.json({ title: "No such operation", status: 501 }, { status: 501 }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  openTestApp({ "/webhooks/$id": WebhookDetail }, "/webhooks/5");
  const text = () => document.body.textContent;
  await expect.poll(text).toContain("The service can't load webhooks");
  await expect.poll(text).toContain("Ada: Replaced the signing secret");
});
