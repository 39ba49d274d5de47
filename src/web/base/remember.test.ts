// @vitest-environment happy-dom
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
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
  ["person+upstream", 0, 0],
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

describe("a person's values on all their computers", () => {
  /** Loads the page as the gateway writes it; returns its own modules. */
  const loadPage = async (preferences: Readonly<Record<string, unknown>>, askedAt = Date.now()) => {
    vi.resetModules();
    vi.spyOn(performance, "timeOrigin", "get").mockReturnValue(askedAt);
    const session = { signIn: "oidc", person: { id: "ana", name: "Ana", role: "agent" } };
    const connection = { baseUrl: "https://one.example", embedded: false };
    const state = { session, connection, served: {}, currency: null, preferences };
    document.body.innerHTML = `<script type="application/json" id="page-state"></script>`;
    document.getElementById("page-state")!.textContent = JSON.stringify(state);
    return import("./remember.ts");
  };
  type Send = (name: string, value: unknown) => Promise<void>;
  const kept = () => localStorage.getItem("supercargo.ana.count");
  /** A second after a change. */
  const wait = () => vi.advanceTimersByTimeAsync(1_000);

  beforeEach(() => {
    vi.useFakeTimers();
    return () => {
      vi.useRealTimers();
      vi.restoreAllMocks();
      document.body.replaceChildren();
    };
  });

  // First: the pages of other tests would send the change, too.
  test("a change is sent when the page is hidden, and again if the value changed meanwhile", async () => {
    const page = await loadPage({});
    const memory = page.remember("count", number, "person");
    const answers: (() => void)[] = [];
    const send = vi.fn<Send>(
      async () => new Promise<void>((resolve) => void answers.push(resolve)),
    );
    page.setPreferenceSender(send);
    memory.set(1);
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    onTestFinished(() => void hidden.mockRestore());
    document.dispatchEvent(new Event("visibilitychange"));
    expect(send.mock.calls).toEqual([["count", 1]]);
    memory.set(2);
    answers[0]?.();
    await wait();
    expect(send.mock.calls).toEqual([
      ["count", 1],
      ["count", 2],
    ]);
  });

  test("the page's value wins, and is stored for other tabs and the next page", async () => {
    localStorage.setItem("supercargo.ana.count", "1");
    const page = await loadPage({ count: 7 });
    expect(page.remember("count", number, "person").get()).toBe(7);
    expect(kept()).toBe("7");
  });

  test("changes are sent a second later as one, under the upstream's name if they are its own", async () => {
    const page = await loadPage({});
    const send = vi.fn<Send>(async () => undefined);
    page.setPreferenceSender(send);
    for (const value of [1, 2]) page.remember("count", number, "person").set(value);
    page.remember("place", number, "person+upstream").set(3);
    for (const scope of ["browser", "records"] as const) page.remember("own", number, scope).set(4);
    expect(kept()).toBe("2");
    expect(send).not.toHaveBeenCalled();
    await wait();
    expect(send.mock.calls).toEqual([
      ["count", 2],
      ["place https://one.example", 3],
    ]);
    await wait();
    expect(send).toHaveBeenCalledTimes(2);
    expect((await loadPage({ count: 9 })).remember("count", number, "person").get()).toBe(9);
  });

  test("what could not be sent isn't overwritten by the next page, which sends it", async () => {
    const first = await loadPage({ count: 1 });
    first.setPreferenceSender(async () => Promise.reject(new Error("503")));
    first.remember("count", number, "person").set(2);
    await wait();
    const next = await loadPage({ count: 1 });
    expect(next.remember("count", number, "person").get()).toBe(2);
    const send = vi.fn<Send>(async () => undefined);
    next.setPreferenceSender(send);
    await wait();
    expect(send.mock.calls).toEqual([["count", 2]]);
    await wait();
    await loadPage({ count: 3 });
    expect(kept()).toBe("3");
  });

  test("a page that was asked for before a change was sent doesn't overwrite it", async () => {
    const first = await loadPage({ count: 1 });
    first.setPreferenceSender(async () => undefined);
    const askedAt = Date.now() + 500;
    first.remember("count", number, "person").set(2);
    await wait();
    const next = await loadPage({ count: 1 }, askedAt);
    expect(next.remember("count", number, "person").get()).toBe(2);
    const send = vi.fn<Send>(async () => undefined);
    next.setPreferenceSender(send);
    await wait();
    expect(send).not.toHaveBeenCalled();
  });

  test("what changed on another computer is taken over, unless it was changed here since", async () => {
    const page = await loadPage({ count: 1 });
    const memory = page.remember("count", number, "person");
    const told = vi.fn<(from: string) => void>();
    memory.subscribe(told);
    page.takePreferences({ count: 2 }, Date.now());
    page.takePreferences({ count: 2 }, Date.now());
    expect([memory.get(), told.mock.calls]).toEqual([2, [["another tab"]]]);
    memory.set(3);
    page.takePreferences({ count: 2 }, Date.now());
    expect(memory.get()).toBe(3);
  });

  test("where the browser refuses to store, the page's value is read and a change is sent", async () => {
    const refuse = () => {
      throw new Error("refused");
    };
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
    onTestFinished(() => void vi.unstubAllGlobals());
    const page = await loadPage({ count: 7 });
    const memory = page.remember("count", number, "person");
    expect(memory.get()).toBe(7);
    const send = vi.fn<Send>(async () => undefined);
    page.setPreferenceSender(send);
    expect(memory.set(8)).toBe(false);
    await wait();
    expect([memory.get(), send.mock.calls]).toEqual([8, [["count", 8]]]);
  });
});
