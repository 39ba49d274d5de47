import "fake-indexeddb/auto";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { pageState } from "./page-state.ts";
import { rememberMany } from "./remember-many.ts";
import { session } from "./session.ts";

const signIn = (id: string) =>
  session.set({ signIn: "oidc", person: { id, name: id, role: "agent" } });

const open = (most = 3) => rememberMany<{ name: string }>("things", "records", most);

beforeEach(async () => {
  session.set({ signIn: "none", person: null });
  await open().clear();
  return () => Object.assign(pageState, { connection: null });
});

test("a value is found by its key after a reload, and all of them in their order", async () => {
  expect(await open().set([1, { name: "one" }], ["2", { name: "two" }])).toBe(true);
  await open().set([1, { name: "one again" }]);
  expect(await open().get(1)).toEqual({ name: "one again" });
  expect(await open().get(3)).toBeUndefined();
  expect(await open().list()).toEqual([{ name: "one again" }, { name: "two" }]);
});

test("only those set last are kept", async () => {
  for (let id = 1; id <= 4; id += 1) await open().set([id, { name: `${id}` }]);
  expect((await open().list()).map(({ name }) => name)).toEqual(["4", "3", "2"]);
  expect(await open().get(1)).toBeUndefined();
  await open(1).set([5, { name: "5" }], [6, { name: "6" }]);
  expect(await open().list()).toEqual([{ name: "6" }]);
  expect(await open().get(5)).toBeUndefined();
});

test("each person and each upstream has its own", async () => {
  const things = open();
  signIn("ana");
  await things.set([1, { name: "Ana's" }]);
  signIn("ben@x.test");
  expect([await things.get(1), await things.list()]).toEqual([undefined, []]);
  await things.set([1, { name: "Ben's" }]);
  Object.assign(pageState, { connection: { baseUrl: "https://two.example", embedded: false } });
  expect([await things.get(1), await things.list()]).toEqual([undefined, []]);
  signIn("ana");
  Object.assign(pageState, { connection: null });
  expect(await things.get(1)).toEqual({ name: "Ana's" });
});

test("deletes some of one's own, and everything of everyone", async () => {
  const things = open();
  await things.set([1, { name: "one" }], [2, { name: "two" }]);
  await things.delete(1, 3);
  expect([await things.get(1), await things.list()]).toEqual([undefined, [{ name: "two" }]]);
  signIn("ana");
  await things.clear();
  session.set({ signIn: "none", person: null });
  expect([await things.get(2), await things.list()]).toEqual([undefined, []]);
});

test("where the browser has no storage, there is nothing", async () => {
  vi.stubGlobal("indexedDB", undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const things = open();
  expect(await things.set([1, { name: "one" }])).toBe(false);
  expect([await things.get(1), await things.list()]).toEqual([undefined, []]);
  await things.delete(1);
  await things.clear();
});
