// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { findProblems } from "#web/editing/form-schema.ts";
import { webhookRequest } from "./webhook-edit.tsx";
import {
  eventChange,
  formatEvents,
  knownAndOther,
  urlWarning,
  webhookFields,
} from "./webhook-fields.tsx";
import { getHost } from "./webhook-status.tsx";

const { textsOf, forRecord } = webhookFields;
type WebhookDraft = Parameters<typeof webhookRequest>[1];

const [processing, imported] = ["FulfillmentRequestProcessingEvent", "OrderImportedEvent"] as const;
const record: WebhookConfiguration = {
  id: 4,
  configurationName: "Feed",
  webhookUrl: "https://a.example/in?key=1",
  notificationEmail: "ops@example.com",
  status: "active",
  subscribedEvents: [imported, processing],
};

test("the texts have events in one order, and nothing for missing fields", () => {
  expect(textsOf(record).subscribedEvents).toBe(`${processing}, ${imported}`);
  expect(
    textsOf({ ...record, notificationEmail: null, status: null, subscribedEvents: [] }),
  ).toEqual({
    webhookUrl: record.webhookUrl,
    notificationEmail: "",
    subscribedEvents: "",
    status: "",
  });
});

const problemsWith = (typed: Partial<ReturnType<typeof textsOf>>, of = record) =>
  findProblems(forRecord(of).schema, { ...textsOf(of), ...typed });

describe("an address", () => {
  test.each([
    ["https://a.example/in", true],
    [" https://a.example/in ", true],
    ["http://10.0.0.1:8080/", true],
    ["https://münchen.example/ü", true],
    ["", false],
    ["   ", false],
    ["a.example/in", false],
    ["//a.example", false],
    ["javascript:alert(1)", false],
    ["ftp://a.example", false],
    ["data:text/plain,x", false],
    ["file:///etc/passwd", false],
    ["https://", false],
    ["https://exa mple.com", false],
    ["https://example.com/in box", false],
  ])("fault 24: %j will do: %s", (url, fit) =>
    expect(problemsWith({ webhookUrl: url }).webhookUrl === undefined).toBe(fit),
  );
});

describe("urlWarning", () => {
  test.each([
    ["http://a.example/in", "HTTP isn't encrypted"],
    ["https://user:word@a.example/", "a user name or a password"],
  ])("%s", (url, part) => expect(urlWarning(url)).toContain(part));
  test.each(["https://a.example/in", "nonsense", "", "javascript:alert(1)"])(
    "no warning about %j",
    (url) => expect(urlWarning(url)).toBeUndefined(),
  );
});

describe("a notification address", () => {
  test.each([
    ["ops@example.com", "", true],
    ["", "", true],
    ["", "ops@example.com", false],
    ["nobody", "ops@example.com", false],
    ["was never valid", "was never valid", true],
  ])("%j over %j will do: %s", (text, before, fit) =>
    expect(
      problemsWith({ notificationEmail: text }, { ...record, notificationEmail: before })
        .notificationEmail === undefined,
    ).toBe(fit),
  );
});

test("the checks name the invalid fields", () => {
  const before = textsOf(record);
  const unfit = (texts: object) =>
    Object.keys(findProblems(forRecord(record).schema, { ...before, ...texts }));
  expect(unfit({})).toEqual([]);
  expect(unfit({ webhookUrl: "", notificationEmail: "x" }).toSorted()).toEqual([
    "notificationEmail",
    "webhookUrl",
  ]);
  expect(unfit({ subscribedEvents: "" })).toEqual(["subscribedEvents"]);
  const none = { ...record, subscribedEvents: [] };
  expect(findProblems(forRecord(none).schema, textsOf(none))).toEqual({});
});

describe("eventChange", () => {
  test.each([
    [imported, imported, [], []],
    ["", imported, [imported], []],
    [imported, "", [], [imported]],
    [imported, processing, [processing], [imported]],
    [formatEvents([imported, "Unheard"]), "Unheard", [], [imported]],
  ])("%j to %j", (before, after, added, removed) =>
    expect(eventChange(before, after)).toEqual({ added, removed }),
  );
});

test("knownAndOther offers the record's values beside the API's", () => {
  expect(knownAndOther(formatEvents(["Unheard", imported]))).toEqual([
    processing,
    imported,
    "Unheard",
  ]);
});

describe("webhookRequest always sends address and events", () => {
  const both = { webhookUrl: record.webhookUrl, subscribedEvents: record.subscribedEvents };
  const typed = (text: string) => ({ text, was: "" });
  test.each<[string, WebhookDraft, object]>([
    ["nothing typed", {}, both],
    ["a status alone", { status: typed("disabled") }, { ...both, status: "disabled" }],
    ["a status that the service does not name", { status: typed("paused") }, both],
    [
      "an address",
      { webhookUrl: typed(" https://b.example/ ") },
      { ...both, webhookUrl: "https://b.example/" },
    ],
    ["no event at all", { subscribedEvents: typed("") }, { ...both, subscribedEvents: [] }],
    [
      "a notification address",
      { notificationEmail: typed("a@b.example") },
      { ...both, notificationEmail: "a@b.example" },
    ],
  ])("%s", (_, changed, request) => expect(webhookRequest(record, changed)).toEqual(request));

  test("an event that the API does not name is kept when something else changes", () => {
    const odd = { ...record, subscribedEvents: ["Unheard"] };
    expect(webhookRequest(odd, { status: typed("active") }).subscribedEvents).toEqual(["Unheard"]);
  });
});

test.each([
  ["https://hooks.example:8443/a?key=1", "hooks.example:8443"],
  ["not an address", "not an address"],
  ["", "–"],
])("getHost %j is %j", (url, host) => expect(getHost(url)).toBe(host));
