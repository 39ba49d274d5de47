// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { namedUpstream } from "#web/ui/upstream-key.ts";
import { rememberedWebhook, rememberWebhook } from "./webhook-memory.ts";

const name = (upstream: { embedded: boolean; baseUrl: string }) =>
  queryClient.setQueryData(connection().queryKey, upstream as never);
const embedded = { embedded: true, baseUrl: "http://127.0.0.1:4201" };

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  namedUpstream.set(undefined);
});

const feed = {
  id: 3,
  configurationName: "Feed",
  webhookUrl: "https://hooks.example/in/s3cret?key=t0ken",
  notificationEmail: "person@example.com",
  status: "active",
  subscribedEvents: ["OrderImportedEvent"],
};

test("remembers host, events and status, but neither the address nor the notification e-mail", async () => {
  name(embedded);
  rememberWebhook(feed);
  await expect
    .poll(() => rememberedWebhook(3))
    .toMatchObject({
      host: "hooks.example",
      status: "active",
      subscribedEvents: ["OrderImportedEvent"],
    });
  const kept = JSON.stringify({ ...localStorage });
  for (const secret of ["s3cret", "t0ken", "person"]) expect(kept).not.toContain(secret);
});

test.each([true, false])(
  "a webhook with the same ID on another upstream isn't taken for it; embedded first: %s",
  async (isFirst) => {
    const other = { embedded: false, baseUrl: "https://api.example" };
    name(isFirst ? embedded : other);
    rememberWebhook(feed);
    await expect.poll(() => rememberedWebhook(3)?.host).toBe("hooks.example");
    name(isFirst ? other : embedded);
    expect(rememberedWebhook(3)).toBeUndefined();
  },
);

test("what an earlier version stored for any upstream is deleted, and not used", async () => {
  const earlier = { host: "old.example", status: "active", seenAt: "", subscribedEvents: [] };
  for (const id of [3, 4])
    localStorage.setItem(`supercargo.webhook.${id}`, JSON.stringify(earlier));
  name(embedded);
  expect(rememberedWebhook(4)).toBeUndefined();
  rememberWebhook(feed);
  await expect.poll(() => rememberedWebhook(3)?.host).toBe("hooks.example");
  expect(JSON.stringify({ ...localStorage })).not.toContain("old.example");
});

test.each([
  "",
  "null",
  "{",
  "[]",
  '{"host":1}',
  '{"host":"a","status":"","seenAt":"","subscribedEvents":[1]}',
])("what cannot be read counts as nothing: %j", (text) => {
  name(embedded);
  localStorage.setItem("supercargo.seen.webhook.3", text);
  expect(rememberedWebhook(3)).toBeUndefined();
});
