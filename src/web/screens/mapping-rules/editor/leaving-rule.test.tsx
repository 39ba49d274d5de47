// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { isDisconnected, sendWaitingSaves } from "#web/editing/waiting-saves.ts";
import {
  answerQuestion,
  openRuleApp,
  often,
  press,
  readHeading,
  readText,
  rename,
  reviewAndSave,
  storedRule,
} from "#web/testing/rule-app.tsx";

afterEach(() => vi.unstubAllGlobals());

/** Opens a rule, renames it, and saves it. The returned function answers the request. */
const startSave = async (name: string) => {
  let give = (_: Response): void => undefined;
  let isSent = false;
  const app = openRuleApp();
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET" }: RequestInit = {}) => {
    if (method === "GET") return Response.json([storedRule()]);
    isSent = true;
    return new Promise<Response>((resolve) => (give = resolve));
  });
  await rename(name);
  app.open("/other");
  await answerQuestion("Stay");
  await expect.poll(() => document.querySelector("[role=dialog]"), often).toBeNull();
  await reviewAndSave();
  await expect.poll(() => isSent, often).toBe(true);
  return { ...app, answer: (response: Response) => give(response) };
};

const refusal = () =>
  Response.json({ title: "No", detail: "Not wanted", outcome: "refused" }, { status: 400 });

test("leaving asks before a save, not during it, and a refusal is announced and shown again", async () => {
  const { open, answer } = await startSave("Refused");
  open("/other");
  await expect.poll(readText, often).toContain("Another screen");
  answer(refusal());
  await expect.poll(readText, often).toContain("Refused wasn't saved");
  await press("Open");
  await expect.poll(readText, often).toContain("Nothing was saved.");
  expect(readHeading()).toBe("Refused");
});

test("a refusal that its screen shows isn't announced", async () => {
  const { open, answer } = await startSave("Refused");
  open("/other");
  await expect.poll(readText, often).toContain("Another screen");
  open("/rule");
  await expect.poll(readText, often).toContain("Saving…");
  answer(refusal());
  await expect.poll(readText, often).toContain("Nothing was saved.");
  expect(readText()).not.toContain("Refused wasn't saved");
});

test("a rule that was left during its save is announced as saved, and opens without a draft", async () => {
  const { open, answer } = await startSave("Saved");
  open("/other");
  await expect.poll(readText, often).toContain("Another screen");
  answer(Response.json(storedRule({ name: "Saved" })));
  await expect.poll(readText, often).toContain("Changes saved");
  open("/rule");
  await expect.poll(readHeading, often).toBe("Saved");
  await expect.poll(readText, often).toContain("No changes.");
});

test("a save that waits for the gateway goes on in the rule that is opened again, and can be discarded there", async () => {
  const sent: unknown[] = [];
  let isDown = true;
  const { open } = openRuleApp();
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET", body }: RequestInit = {}) => {
    if (isDown) throw new TypeError("Failed to fetch");
    if (method === "GET") return Response.json([storedRule()]);
    sent.push(JSON.parse(String(body)));
    return Response.json(sent.at(-1));
  });
  await rename("Sent later");
  await reviewAndSave();
  isDisconnected.set(true);
  onTestFinished(() => isDisconnected.set(false));
  await press("Send when back online");
  await expect.poll(readText, often).toContain("Waiting to be sent");
  open("/other");
  await answerQuestion("Save draft and leave");
  await expect.poll(readText, often).toContain("Another screen");

  open("/rule");
  await expect.poll(readText, often).toContain("Waiting to be sent");
  expect(readHeading()).toBe("Sent later");
  await press("Discard changes");
  await expect.poll(readHeading, often).toBe("Lamps");
  isDown = false;
  await sendWaitingSaves();
  expect(sent).toEqual([]);
});

test("a save that waits is sent without its screen, and its draft isn't offered again", async () => {
  let isDown = true;
  const { open } = openRuleApp();
  let saved = storedRule();
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET", body }: RequestInit = {}) => {
    if (isDown) throw new TypeError("Failed to fetch");
    if (method === "GET") return Response.json([saved]);
    saved = JSON.parse(String(body)) as MappingRule;
    return Response.json(saved);
  });
  await rename("Sent later");
  await reviewAndSave();
  isDisconnected.set(true);
  onTestFinished(() => isDisconnected.set(false));
  await press("Send when back online");
  open("/other");
  await answerQuestion("Save draft and leave");
  await expect.poll(readText, often).toContain("Another screen");
  isDown = false;
  await sendWaitingSaves();
  expect(saved.name).toBe("Sent later");
  open("/rule");
  await expect.poll(readHeading, often).toBe("Sent later");
  await expect.poll(readText, often).toContain("No changes.");
  expect(readText()).not.toContain("restored");
});
