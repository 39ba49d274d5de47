// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { rememberedWebhook, rememberWebhook } from "./webhook-memory.ts";

beforeEach(() => localStorage.clear());

const feed = {
  id: 3,
  configurationName: "Feed",
  webhookUrl: "https://hooks.example/in/s3cret?key=t0ken",
  notificationEmail: "person@example.com",
  status: "active",
  subscribedEvents: ["OrderImportedEvent"],
};

test("remembers host, events and status, but neither the address nor the notification e-mail", () => {
  rememberWebhook(feed);
  expect(rememberedWebhook(3).get()).toMatchObject({
    host: "hooks.example",
    status: "active",
    subscribedEvents: ["OrderImportedEvent"],
  });
  const kept = JSON.stringify({ ...localStorage });
  for (const secret of ["s3cret", "t0ken", "person"]) expect(kept).not.toContain(secret);
});
