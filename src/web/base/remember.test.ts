// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod/mini";
import { pageState } from "./page-state.ts";
import { forget, listOf, remember, type Scope } from "./remember.ts";
import { session } from "./session.ts";

const number = z._default(z.number(), 0);

const signIn = (id: string | undefined) =>
  session.set({
    signIn: id === undefined ? "none" : "oidc",
    person: id === undefined ? null : { id, name: id, role: "agent" },
  });

const openPage = (baseUrl: string, embedded = false) =>
  Object.assign(pageState, { connection: { baseUrl, embedded } });

beforeEach(() => {
  localStorage.clear();
  signIn(undefined);
  Object.assign(pageState, { connection: null });
  return () => Object.assign(pageState, { connection: null });
});

test.each([undefined, "", "{", "null", '"7"', "[]", "seven"])(
  "of %j, which the schema refuses, the default is read",
  (text) => {
    if (text !== undefined) localStorage.setItem("supercargo.count", text);
    expect(remember("count", number).get()).toBe(0);
  },
);

test("a value is found again, as the same object while it is unchanged", () => {
  const list = remember("list", listOf(z.number()));
  expect(list.set([1, 2])).toBe(true);
  expect(list.get()).toEqual([1, 2]);
  expect(list.get()).toBe(list.get());
  expect(remember("list", listOf(z.number())).get()).toEqual([1, 2]);
});

test.each(["{", "null", '{"0":1}'])("%s is an empty list", (text) => {
  localStorage.setItem("supercargo.list", text);
  expect(remember("list", listOf(z.number())).get()).toEqual([]);
});

test("a text that isn't JSON is a text, and a list drops the entries that aren't its own", () => {
  localStorage.setItem("supercargo.columns.rmas", "units,-goods");
  localStorage.setItem("supercargo.list", '[1, null, "2", 3, [4]]');
  expect(remember("columns.rmas", z._default(z.string(), "")).get()).toBe("units,-goods");
  expect(remember("list", listOf(z.number())).get()).toEqual([1, 3]);
});

test.each<[Scope, othersValue: number, upstreamsValue: number]>([
  ["browser", 7, 7],
  ["person", 0, 7],
  ["records", 0, 0],
])("of the scope %s another person has %i, and another upstream %i", (scope, other, upstream) => {
  const memory = remember("count", number, scope);
  signIn("ana");
  openPage("https://one.example");
  memory.set(7);
  signIn("ben");
  expect(memory.get()).toBe(other);
  signIn("ana");
  openPage("https://two.example");
  expect(memory.get()).toBe(upstream);
  openPage("https://one.example");
  expect(memory.get()).toBe(7);
});

test("the embedded service keeps its records when its port changes", () => {
  openPage("http://127.0.0.1:4201", true);
  remember("count", number, "records").set(7);
  openPage("http://127.0.0.1:4999", true);
  expect(remember("count", number, "records").get()).toBe(7);
});

test("a person has what the browser stored without sign-in, until they have their own", () => {
  const memory = remember("count", number, "person");
  memory.set(7);
  signIn("ana");
  expect(memory.get()).toBe(7);
  memory.set(0);
  expect(memory.get()).toBe(0);
  signIn("ben");
  expect(memory.get()).toBe(7);
});

test("changes here and in other tabs call back, those of other names don't", () => {
  const memory = remember("count", number);
  const heard: unknown[] = [];
  onTestFinished(memory.subscribe((from) => heard.push([from, memory.get()])));
  remember("other", number).set(5);
  remember("count", number).set(1);
  for (const key of ["supercargo.count", "supercargo.other", null]) {
    localStorage.setItem("supercargo.count", key === null ? "3" : "2");
    dispatchEvent(new StorageEvent("storage", { key }));
  }
  expect(heard).toEqual([
    ["this tab", 1],
    ["another tab", 2],
    ["another tab", 3],
  ]);
});

test.each([
  ["has no storage", undefined],
  [
    "refuses to store",
    {
      getItem: () => null,
      setItem: () => {
        throw new Error("full");
      },
    },
  ],
])("where the browser %s, the page keeps the value until it can be stored", (_, storage) => {
  const memory = remember("kept", number);
  vi.stubGlobal("localStorage", storage);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(memory.get()).toBe(0);
  expect(memory.set(7)).toBe(false);
  expect(remember("kept", number).get()).toBe(7);
  forget("kept");
  vi.unstubAllGlobals();
  expect(memory.set(8)).toBe(true);
  expect(localStorage.getItem("supercargo.kept")).toBe("8");
});

test("forgets what one person remembers under names with a beginning", () => {
  const names = ["seen.rmas", "seen.returns", "views.rmas"];
  for (const id of ["ana", "ben"]) {
    signIn(id);
    for (const name of names) remember(name, number, "records").set(7);
  }
  forget("seen.");
  const left = () => names.map((name) => remember(name, number, "records").get());
  expect(left()).toEqual([0, 0, 7]);
  signIn("ana");
  expect(left()).toEqual([7, 7, 7]);
});
