// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { testMetaData, testRequest } from "#rule-model/test-builder.ts";
import { ApiError } from "#web/api/api-error.ts";
import { connection } from "#web/api/connection.ts";
import { mappingRuleDetail, mappingSetNames, workflowMetaData } from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp, pressButton, typeText } from "#web/ui/test-app.tsx";
import { sendWaitingSaves } from "#web/ui/waiting-saves.ts";
import { MappingRuleDetail } from "./mapping-rule-detail.tsx";

const rule = (change: Partial<MappingRule> = {}): MappingRule =>
  ({ ...testRequest(), id: 500, ...change }) as unknown as MappingRule;

const answer = <T,>(value: T) => ({ value, problems: [], total: undefined });
const { queryKey } = mappingRuleDetail("500");

/** Every read of a query fails, or gives a value, from now on. */
const readAs = async (read: () => unknown, key: readonly unknown[] = queryKey) => {
  await queryClient.fetchQuery({ queryKey: key, queryFn: read, staleTime: 0 }).catch(() => {});
};

const failure = (status: number) => () =>
  Promise.reject(new ApiError("Bad gateway", { status, outcome: "refused" }));

/** Each test has a draft of its own. */
let tests = 0;

const openRule = (address = "/rule") => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
  queryClient.setQueryData(connection().queryKey, { embedded: true } as never);
  queryClient.setQueryData(queryKey, answer(rule()));
  queryClient.setQueryData(workflowMetaData().queryKey, answer(testMetaData) as never);
  queryClient.setQueryData(mappingSetNames().queryKey, { value: [], cut: false } as never);
  const name = `rule of test ${(tests += 1)}`;
  return openTestApp(
    {
      "/rule": () => <MappingRuleDetail id="500" name={name} />,
      "/other": () => "Another screen",
    },
    address,
  );
};

const text = () => document.body.textContent;
const heading = () => document.querySelector("h1")?.textContent;
const nameField = () =>
  [...document.querySelectorAll("label")].find(({ textContent }) => textContent?.startsWith("Name"))
    ?.control as HTMLInputElement | null | undefined;

const rename = async (name: string) => {
  await pressButton("Edit details");
  await expect.poll(nameField).toBeTruthy();
  typeText(nameField()!, name);
  await expect.poll(text).toContain("Draft saved");
};

afterEach(() => vi.unstubAllGlobals());

const withoutTree = () => ({
  ...answer({ ...rule(), rule: undefined }),
  problems: [{ path: "rule", message: "is missing", raw: null }],
});

test.each<[what: string, read: () => unknown, says: string]>([
  ["fails", failure(502), "Your changes are kept"],
  ["finds that the rule was deleted", failure(404), "Your changes are kept"],
  ["isn't offered anymore", failure(501), "Your changes are kept"],
  ["gives the rule without its tree", withoutTree, "Some fields are unreadable"],
])("a reload in the background that %s leaves the changes alone", async (_, read, says) => {
  openRule();
  await rename("Renamed");
  await readAs(read);
  await expect.poll(text).toContain(says);
  expect(heading()).toBe("Renamed");
  expect(nameField()?.value).toBe("Renamed");
  await readAs(() => answer(rule()));
  await expect.poll(text).not.toContain(says);
  expect(heading()).toBe("Renamed");
  expect(text()).toContain("Draft saved");
});

test("names of mapping sets that load again leave an open rule alone", async () => {
  openRule();
  queryClient.removeQueries({ queryKey: mappingSetNames().queryKey });
  await rename("Renamed");
  let arrive = (_: unknown) => {};
  const names = new Promise((resolve) => (arrive = resolve));
  const read = readAs(() => names, mappingSetNames().queryKey);
  typeText(nameField()!, "Renamed twice");
  await expect.poll(heading).toBe("Renamed twice");
  arrive({ value: [], cut: false });
  await read;
  expect(nameField()?.value).toBe("Renamed twice");
});

const jsonField = () => document.querySelector<HTMLTextAreaElement>("textarea[aria-label]");
const typeJson = async (typed: string) => {
  await expect.poll(jsonField).toBeTruthy();
  typeText(jsonField()!, typed);
};

/** Presses a button of the question before leaving; the save bar has one of the same name. */
const answerQuestion = async (name: string) => {
  const find = () =>
    [...document.querySelectorAll<HTMLButtonElement>("[role=dialog] button")].find(
      ({ textContent }) => textContent === name,
    );
  await expect.poll(find).toBeTruthy();
  find()?.click();
};

test("JSON that isn't applied is a part of the draft, and leaving asks", async () => {
  const { open } = openRule("/rule?view=json");
  await typeJson("{ half");
  await expect.poll(text).toContain("JSON edits aren't applied to the rule.");
  open("/other");
  await answerQuestion("Save draft and leave");
  await expect.poll(text).toContain("Another screen");

  open("/rule?view=json");
  await expect.poll(() => jsonField()?.value).toBe("{ half");
  open("/other");
  await answerQuestion("Discard changes");
  await expect.poll(text).toContain("Another screen");

  open("/rule?view=json");
  await expect.poll(() => jsonField()?.value).toContain("Lamps");
  open("/other");
  await expect.poll(text).toContain("Another screen");
});

test("the review says that typed JSON isn't applied", async () => {
  openRule("/rule?view=json");
  await rename("Renamed");
  await typeJson("{ half");
  await pressButton("Review and save");
  await expect.poll(text).toContain("Your JSON edits aren't applied to the rule");
});

test("a save that waits for the gateway goes on in the rule that is opened again, and can be discarded there", async () => {
  const sent: unknown[] = [];
  let isDown = true;
  const { open } = openRule();
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET", body }: RequestInit = {}) => {
    if (isDown) throw new TypeError("Failed to fetch");
    if (method === "GET") return Response.json([rule()]);
    sent.push(JSON.parse(String(body)));
    return Response.json(sent.at(-1));
  });
  await rename("Sent later");
  await pressButton("Review and save");
  await answerQuestion("Save");
  await pressButton("Send when back online");
  await expect.poll(text).toContain("Waiting to be sent");
  open("/other");
  await answerQuestion("Save draft and leave");
  await expect.poll(text).toContain("Another screen");

  open("/rule");
  await expect.poll(text).toContain("Waiting to be sent");
  expect(heading()).toBe("Sent later");
  await pressButton("Discard changes");
  await expect.poll(heading).toBe("Lamps");
  isDown = false;
  await sendWaitingSaves();
  expect(sent).toEqual([]);
});

test("a save that waits is sent without its screen, and its draft isn't offered again", async () => {
  let isDown = true;
  const { open } = openRule();
  let saved = rule();
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET", body }: RequestInit = {}) => {
    if (isDown) throw new TypeError("Failed to fetch");
    if (method === "GET") return Response.json([saved]);
    saved = JSON.parse(String(body)) as MappingRule;
    return Response.json(saved);
  });
  await rename("Sent later");
  await pressButton("Review and save");
  await answerQuestion("Save");
  await pressButton("Send when back online");
  open("/other");
  await answerQuestion("Save draft and leave");
  await expect.poll(text).toContain("Another screen");
  isDown = false;
  await sendWaitingSaves();
  expect(saved.name).toBe("Sent later");
  open("/rule");
  await expect.poll(heading).toBe("Sent later");
  await expect.poll(text).toContain("No changes.");
  expect(text()).not.toContain("restored");
});

test("versions that a check has found to differ aren't called unsent, nor all of it theirs", async () => {
  let arrived: MappingRule | undefined;
  openRule();
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET", body }: RequestInit = {}) => {
    if (method === "GET") return Response.json([arrived ?? rule()]);
    // The save arrives, its response is lost, and another person changes the rule.
    arrived = { ...(JSON.parse(String(body)) as MappingRule), description: "theirs" };
    throw new TypeError("Failed to fetch");
  });
  await rename("Mine");
  await pressButton("Review and save");
  await answerQuestion("Save");
  await pressButton("Check status");
  await expect.poll(text).toContain("Another person has changed this rule");
  expect(text()).toContain("What has changed in the API");
  expect(text()).not.toMatch(/Nothing was|What they changed/);
});

test("a rule that is gone when its save is compared again was sent, but not saved", async () => {
  let sent = 0;
  openRule();
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET" }: RequestInit = {}) => {
    if (method === "GET") return Response.json(sent === 0 ? [rule()] : []);
    sent += 1;
    return Response.json({ title: "Changed", outcome: "refused" }, { status: 412 });
  });
  await rename("Mine");
  await pressButton("Review and save");
  await answerQuestion("Save");
  await expect.poll(text).toContain("This rule no longer exists");
  expect(sent).toBe(1);
  expect(text()).toContain("Nothing was saved, and your changes are kept.");
  expect(text()).not.toContain("Nothing was sent");
});
