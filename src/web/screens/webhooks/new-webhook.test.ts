// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { type WebhookConfiguration, WebhookConfigurationCreate } from "#contract/webhooks.ts";
import { findProblems } from "#web/editing/form-schema.ts";
import { findNewWebhookField, newWebhookFields, newWebhookRequest } from "./webhook-new.tsx";

const { forNew, isSame } = newWebhookFields;
type NewWebhook = typeof forNew.blank;

const good: NewWebhook = {
  ...forNew.blank,
  configurationName: "Feed",
  ownerId: "1",
  webhookUrl: "https://a.example/in",
  subscribedEvents: "OrderImportedEvent",
};

describe("the problems of a new webhook", () => {
  test.each<[string, Partial<NewWebhook>, object]>([
    ["it is valid", {}, {}],
    ["it may belong to a channel", { owner: "channel" }, {}],
    [
      "it needs an event",
      { subscribedEvents: "" },
      { subscribedEvents: "Select at least one event" },
    ],
    ["it needs an owner", { ownerId: "" }, { ownerId: "Select a source or channel" }],
    ["an id is a number", { ownerId: "0" }, { ownerId: "Enter an ID: a whole number, 1 or more" }],
    ["it needs a name", { configurationName: " " }, { configurationName: "Enter a name" }],
    [
      "all problems are reported together",
      { ...forNew.blank, webhookUrl: "javascript:alert(1)", notificationEmail: "nobody" },
      {
        configurationName: "Enter a name",
        ownerId: "Select a source or channel",
        subscribedEvents: "Select at least one event",
        webhookUrl: "Enter an address that starts with https:// or http://, not “javascript:”",
        notificationEmail: "Enter an email address, such as ops@example.com",
      },
    ],
  ])("%s", (_, change, problems) =>
    expect(findProblems(forNew.schema, { ...good, ...change })).toEqual(problems),
  );
});

test.each<[string, Partial<NewWebhook>, object]>([
  ["of a source", {}, { sourceId: 1 }],
  ["of a channel", { owner: "channel", ownerId: "7" }, { channelId: 7 }],
  [
    "with an address to notify",
    { notificationEmail: " a@b.example " },
    { notificationEmail: "a@b.example" },
  ],
])("a request %s is what the contract takes", (_, change, part) => {
  const request = newWebhookRequest({ ...good, ...change });
  expect(request).toMatchObject(part);
  expect(WebhookConfigurationCreate.safeParse(request).success).toBe(true);
  expect(Object.keys(request)).not.toContain("channelId" in part ? "sourceId" : "channelId");
});

test.each([
  ["channelId", "ownerId"],
  ["subscribedEvents.0", "subscribedEvents"],
  ["other", undefined],
])("an issue at %s is shown at %s", (path, field) => expect(findNewWebhookField(path)).toBe(field));

const record = {
  id: 7,
  configurationName: "Feed",
  sourceId: 1,
  channelId: null,
  webhookUrl: "https://a.example/in",
  notificationEmail: null,
  status: "disabled",
  subscribedEvents: ["OrderImportedEvent"],
};

test.each<[string, Partial<typeof record> | object, boolean]>([
  ["with another status", {}, true],
  [
    "without the fields that it leaves empty",
    { channelId: undefined, notificationEmail: "" },
    true,
  ],
  ["with another name", { configurationName: "Feed 2" }, false],
  ["of another source", { sourceId: 2 }, false],
  ["of a channel with the same ID", { sourceId: null, channelId: 1 }, false],
  ["with another address", { webhookUrl: "https://a.example/in2" }, false],
  ["with someone to notify", { notificationEmail: "a@b.example" }, false],
  ["with another event", { subscribedEvents: ["OrderImportedEvent", "Other"] }, false],
])("a configuration %s is what the form creates: %s", (_, change, expected) => {
  const typed = { ...good, configurationName: " Feed ", webhookUrl: `${good.webhookUrl} ` };
  expect(isSame({ ...record, ...change } as WebhookConfiguration, typed)).toBe(expected);
});
