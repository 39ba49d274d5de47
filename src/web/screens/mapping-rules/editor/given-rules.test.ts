import "fake-indexeddb/auto";
import { createStore, keys, set } from "idb-keyval";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testRequest } from "#rule-model/test-builder.ts";
import { session } from "#web/base/session.ts";
import type * as givenRules from "./given-rules.ts";

// @vitest-environment happy-dom

const day = 24 * 60 * 60_000;
const rule = { request: testRequest(), from: "Imported from rules.json." };
const stored = () => keys<string>(createStore("supercargo-given-rules", "rules"));

const signIn = (id: string) =>
  session.set({ signIn: "oidc", person: { id, name: id, role: "editor" } });

/** As a page that was loaded again finds it. */
const loadAgain = async (): Promise<typeof givenRules> => {
  vi.resetModules();
  const { session: reloaded } = await import("#web/base/session.ts");
  reloaded.set(session.get());
  return import("./given-rules.ts");
};

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(async () => {
  session.set({ signIn: "none", person: null });
  vi.setSystemTime(Date.now() + 31 * day);
  await (await loadAgain()).readGivenRule("");
  vi.useRealTimers();
});

test("a given rule is found after a reload, for 30 days", async () => {
  const { storeGivenRule } = await loadAgain();
  const key = await storeGivenRule(rule);
  vi.setSystemTime(Date.now() + 30 * day - 1);
  expect(await (await loadAgain()).readGivenRule(key)).toEqual(rule);
  vi.setSystemTime(Date.now() + 1);
  expect(await (await loadAgain()).readGivenRule(key)).toBeUndefined();
  expect(await stored()).toEqual([]);
});

test("a given rule belongs to the person who opened it, also with a dot in the id", async () => {
  signIn("ana@example.com");
  const { storeGivenRule } = await loadAgain();
  const key = await storeGivenRule(rule);
  signIn("ben");
  expect(await (await loadAgain()).readGivenRule(key)).toBeUndefined();
  signIn("ana@example.com");
  expect(await (await loadAgain()).readGivenRule(key)).toEqual(rule);
});

test("a given rule is deleted once the API has it", async () => {
  const { deleteGivenRule, readGivenRule, storeGivenRule } = await loadAgain();
  const [one, other] = [await storeGivenRule(rule), await storeGivenRule(rule)];
  await deleteGivenRule(one);
  expect(await readGivenRule(one)).toBeUndefined();
  expect(await stored()).toEqual([other]);
});

test("the newest 100 stay, and keys of an earlier version of the console don't", async () => {
  const { readGivenRule, storeGivenRule } = await loadAgain();
  await set(crypto.randomUUID(), rule, createStore("supercargo-given-rules", "rules"));
  const first = await storeGivenRule(rule);
  expect(await stored()).toEqual([first]);
  for (let count = 1; count <= 100; count += 1) {
    vi.setSystemTime(Date.now() + 1);
    await storeGivenRule(rule);
  }
  expect(await stored()).toHaveLength(100);
  expect(await stored()).not.toContain(first);
  // This page still has it.
  expect(await readGivenRule(first)).toEqual(rule);
});

test("without storage, the page itself keeps a given rule", async () => {
  const { readGivenRule, storeGivenRule } = await loadAgain();
  vi.stubGlobal("indexedDB", undefined);
  const key = await storeGivenRule(rule);
  expect(await readGivenRule(key)).toEqual(rule);
  vi.unstubAllGlobals();
});
