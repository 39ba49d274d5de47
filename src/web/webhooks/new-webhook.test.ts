import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { blankWebhook, type NewWebhook, NewWebhookForm, newWebhookWords } from "./new-webhook.ts";

const good: NewWebhook = {
  ...blankWebhook,
  configurationName: "Feed",
  sourceId: 1,
  webhookUrl: "https://a.example/in",
  subscribedEvents: ["OrderImportedEvent"],
};

const refusedFields = (value: unknown): string[] => {
  const { error } = z.safeParse(NewWebhookForm, value);
  return [...new Set(error?.issues.map(({ path }) => String(path[0])))].toSorted();
};

describe("a new webhook", () => {
  test.each<[string, object, string[]]>([
    ["is fine", {}, []],
    ["may belong to a channel", { sourceId: undefined, channelId: 2 }, []],
    ["may have no event", { subscribedEvents: [] }, []],
    ["belongs to somebody", { sourceId: undefined }, ["sourceId"]],
    ["belongs to one, not to two", { channelId: 2 }, ["sourceId"]],
    ["has a name", { configurationName: "" }, ["configurationName"]],
    ["has an address", { webhookUrl: "javascript:alert(1)" }, ["webhookUrl"]],
    ["has no other event", { subscribedEvents: ["Unheard"] }, ["subscribedEvents"]],
    [
      "tells everything at once",
      { ...blankWebhook },
      ["configurationName", "sourceId", "webhookUrl"],
    ],
  ])("%s", (_, change, fields) => expect(refusedFields({ ...good, ...change })).toEqual(fields));

  test.each([
    ["configurationName", "", "Give it a name."],
    ["webhookUrl", "ftp://a.example", "Deliveries go to https or http"],
    ["notificationEmail", "nobody", "no e-mail address"],
  ])("%s says in words why not", (field, input, part) =>
    expect(newWebhookWords({ path: [field], input })).toContain(part),
  );
  test("fields without words of ours keep the schema's", () =>
    expect(newWebhookWords({ path: ["status"] })).toBeUndefined());
});
