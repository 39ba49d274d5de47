// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeDraft } from "#web/editing/drafts.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { SigningSecret } from "./signing-secret.tsx";
import { WebhookNew } from "./webhook-new.tsx";

const texts = {
  configurationName: "Warehouse",
  owner: "source",
  ownerId: "4",
  webhookUrl: "https://hooks.example/in",
  subscribedEvents: "OrderImportedEvent",
  notificationEmail: "",
};
const created = {
  id: 21,
  configurationName: "Warehouse",
  sourceId: 4,
  webhookUrl: "https://hooks.example/in",
  subscribedEvents: ["OrderImportedEvent"],
  status: "active",
};

const answer = (method: string, path: string): Response => {
  if (method !== "GET")
    return Response.json({ detail: "No answer in time.", outcome: "unknown" }, { status: 504 });
  return Response.json(path.includes("configurations") ? [created] : []);
};

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: RequestInit = {}) =>
    answer(method, path),
  );
});
afterEach(() => vi.unstubAllGlobals());

test("a webhook that a check finds after a lost response says that its secret must be rotated", async () => {
  writeDraft("webhook.create", "tab", { draft: texts, at: 0 });
  const { address } = openTestApp(
    {
      "/webhooks/new": WebhookNew,
      "/webhooks/$id": () => <SigningSecret record={created} />,
    },
    "/webhooks/new",
  );
  await pressButton("Create webhook");
  await pressButton("Check status");
  await expect.poll(address).toBe("/webhooks/21");
  await expect
    .poll(() => document.body.textContent)
    .toContain("The response with this webhook's secret was lost. Rotate the secret");
});

test("a failed attempt moves the focus to the source without opening its list over the error", async () => {
  writeDraft("webhook.create", "tab", { draft: { ...texts, ownerId: "" }, at: 0 });
  openTestApp({ "/webhooks/new": WebhookNew }, "/webhooks/new");
  await pressButton("Create webhook");
  const focused = () => document.activeElement?.getAttribute("role");
  await expect.poll(focused).toBe("combobox");
  expect(document.activeElement?.getAttribute("aria-expanded")).toBe("false");
});
