// @vitest-environment happy-dom
import { isValidElement } from "react";
import { afterEach, beforeEach, expect, type MockInstance, onTestFinished, test, vi } from "vitest";
import type { Session } from "#contract/people.ts";
import { pageState } from "#web/base/page-state.ts";
import { queryClient } from "#web/api/query-client.ts";
import { personalKey, session, sessionKey } from "#web/base/session.ts";
import { signInScreen } from "#web/base/shell-stores.ts";
import { refreshSession, showSignedOut, watchSession } from "./watch-session.tsx";
import { ChangedPerson, type Ending, SignInScreen, WithoutRole } from "./watch-session.tsx";

const ana = { id: "a1", name: "Ana", role: "agent" } as const;
const ben = { id: "b2", name: "Ben", role: "viewer" } as const;
const ends = { expiresAt: null, idleUntil: null };
const oidc = (person: Session["person"]): Session => ({ signIn: "oidc", person, ...ends });

/** The gateway's next answers to `GET /gateway/session`. */
let answer: () => Response;
const reply = (body: unknown, status = 200) => {
  answer = () => new Response(JSON.stringify(body), { status });
};

const never = () => Promise.reject(new SyntaxError("no body"));

const stored = (): unknown => JSON.parse(localStorage.getItem(sessionKey) ?? "null");

/** The shown content: the component's name and its properties. */
const shown = () => {
  const node = signInScreen.get();
  if (!isValidElement<object>(node)) return undefined;
  const names = new Map<unknown, string>([
    [SignInScreen, "screen"],
    [ChangedPerson, "changed"],
    [WithoutRole, "without role"],
  ]);
  return { kind: names.get(node.type), ...node.props };
};

const work = () => queryClient.setQueryData(["rmas", "detail", 5], { id: 5 });

/** Opens the page that the gateway writes for a session. */
const openPage = (page: Session): void => {
  Object.assign(pageState, { session: page });
  session.set(page);
  watchSession();
};

let reload: MockInstance<() => void>;

beforeEach(() => {
  localStorage.clear();
  session.set({ signIn: "none", person: null });
  signInScreen.set(null);
  vi.stubGlobal("fetch", async () => answer());
  // A page that is loaded again shows no sign-in screen.
  reload = vi.spyOn(location, "reload").mockImplementation(() => signInScreen.set(null));
  reload.mockClear();
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test.each<[string, Session, object | undefined]>([
  ["for nobody", oidc(null), { kind: "screen", signIn: "oidc", ending: "none" }],
  ["for a person", oidc(ana), undefined],
  ["without sign-in", { signIn: "none", person: null, ...ends }, undefined],
  [
    "for a person without a role",
    { signIn: "header", person: null, ...ends, withoutRole: "Ben" },
    { kind: "without role", name: "Ben" },
  ],
])("a page %s asks nothing of the gateway", (_, page, expected) => {
  const fetched = vi.fn<typeof fetch>();
  vi.stubGlobal("fetch", fetched);
  openPage(page);
  expect(shown()).toEqual(expected);
  expect(fetched).not.toHaveBeenCalled();
});

test("without sign-in nothing is shown", async () => {
  reply({ signIn: "none", person: null, ...ends });
  await refreshSession();
  expect(shown()).toBeUndefined();
  expect(stored()).toEqual({ signIn: "none", person: null });
  expect(personalKey("rma.5")).toBe("rma.5");
});

test.each([
  ["is down", () => reply({}, 502)],
  ["sends something else", () => reply({ signIn: 5 })],
  [
    "doesn't answer",
    () =>
      (answer = () => {
        throw new TypeError("failed");
      }),
  ],
])("a gateway that %s changes nothing", async (_, break_) => {
  session.set({ signIn: "oidc", person: ana });
  break_();
  await refreshSession();
  expect(shown()).toBeUndefined();
  expect(session.get().person).toEqual(ana);
});

test("a person who is signed in: stored without the email address", async () => {
  reply(oidc({ ...ana, email: "ana@example.com" }));
  await refreshSession();
  expect(shown()).toBeUndefined();
  expect(stored()).toEqual({ signIn: "oidc", person: ana });
  expect(personalKey("rma.5")).toBe("a1.rma.5");
});

test.each([
  ["no earlier session", null, "none"],
  ["an earlier session", ana, "ended"],
] as const)("signed out with %s and nothing loaded: the screen", async (_, before, ending) => {
  session.set({ signIn: "oidc", person: before });
  reply(oidc(null));
  await refreshSession();
  expect(shown()).toEqual({ kind: "screen", signIn: "oidc", ending });
});

test("a session that ends during work: the screen, without records, and drafts stay the person's", async () => {
  session.set({ signIn: "oidc", person: ana });
  work();
  reply(oidc(null));
  await refreshSession();
  expect(shown()).toEqual({ kind: "screen", signIn: "oidc", ending: "ended" });
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(personalKey("rma.5")).toBe("a1.rma.5");
  reply(oidc(ana));
  await refreshSession();
  expect(shown()).toBeUndefined();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("an administrator ends the session: the screen says so, and other tabs hear it", async () => {
  session.set({ signIn: "oidc", person: ana });
  work();
  const own = ["supercargo.a1.recent", "supercargo.a1.seen.rmas https://api.test"];
  const others = ["supercargo.draft.a1.rma.5", "supercargo.b2.recent", "supercargo.settings"];
  for (const name of [...own, ...others]) localStorage.setItem(name, "[]");
  reply({ ...oidc(null), endedBy: "administrator" });
  await refreshSession();
  expect(shown()).toEqual({ kind: "screen", signIn: "oidc", ending: "administrator" });
  expect(Object.keys(localStorage).toSorted()).toEqual(
    [...others, "supercargo.session-changed"].toSorted(),
  );
  const told = localStorage.getItem("supercargo.session-changed");
  await refreshSession();
  expect(localStorage.getItem("supercargo.session-changed")).toBe(told);
});

test("a session that ends while nobody uses the page is noticed", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const idleUntil = new Date(Date.now() + 7_200_000).toISOString();
  const expiresAt = new Date(Date.now() + 43_200_000).toISOString();
  reply({ signIn: "oidc", person: ana, expiresAt, idleUntil });
  await refreshSession();
  reply(oidc(null));
  await vi.advanceTimersByTimeAsync(7_100_000);
  expect(shown()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(shown()).toMatchObject({ kind: "screen", ending: "ended" });
});

test("a page to which Back returns shows nothing before its session is known", async () => {
  reply(oidc(ana));
  openPage(oidc(ana));
  const move = (name: string) => dispatchEvent(Object.assign(new Event(name), { persisted: true }));
  const isHidden = () => document.documentElement.hidden;
  move("pagehide");
  expect(isHidden()).toBe(true);
  move("pageshow");
  expect(isHidden()).toBe(true);
  await expect.poll(isHidden).toBe(false);
  expect(shown()).toBeUndefined();
  move("pagehide");
  reply(oidc(null));
  move("pageshow");
  await expect.poll(isHidden).toBe(false);
  expect(shown()).toMatchObject({ kind: "screen", ending: "ended" });
});

test("another person: the page keeps its own, and loads again without its screens", async () => {
  session.set({ signIn: "oidc", person: ana });
  work();
  reply(oidc(ben));
  await refreshSession();
  expect(shown()).toEqual({ kind: "changed", name: "Ben" });
  expect(personalKey("rma.5")).toBe("a1.rma.5");
  expect(stored()).toEqual({ signIn: "oidc", person: ben });
  expect(reload).not.toHaveBeenCalled();
  await expect.poll(() => reload).toHaveBeenCalledTimes(1);
  // The page that the gateway writes then is the other person's: nothing more to load.
  openPage(oidc(ben));
  await refreshSession();
  expect([shown(), personalKey("rma.5")]).toEqual([undefined, "b2.rma.5"]);
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ["with nothing loaded", null, () => {}],
  ["during work", ana, work],
] as const)(
  "a person without a role %s: says who is signed in, until there is a role",
  async (_, before, prepare) => {
    session.set({ signIn: "header", person: before });
    prepare();
    reply({ signIn: "header", person: null, ...ends, withoutRole: "ana@example.com" });
    await refreshSession();
    expect(shown()).toEqual({ kind: "without role", name: "ana@example.com" });
    reply({ signIn: "header", person: ana, ...ends });
    await refreshSession();
    expect(shown()).toBeUndefined();
  },
);

test.each([
  ["with 401", () => new Response("<h1>Sign in</h1>", { status: 401 })],
  [
    "with a redirect",
    () => ({ ...Response.error(), type: "opaqueredirect", json: never }) as never,
  ],
])("a proxy that signs people in answers %s: the screen leads to its sign-in", async (_, by) => {
  session.set({ signIn: "header", person: ana });
  work();
  answer = by;
  await refreshSession();
  expect(shown()).toEqual({ kind: "screen", signIn: "header", ending: "ended" });
  expect(personalKey("rma.5")).toBe("a1.rma.5");
  session.set({ signIn: "oidc", person: ana });
  signInScreen.set(null);
  await refreshSession();
  expect(shown()).toBeUndefined();
});

test("a role that changes is followed", async () => {
  session.set({ signIn: "oidc", person: ana });
  reply(oidc({ ...ana, role: "viewer" }));
  await refreshSession();
  expect(session.get().person?.role).toBe("viewer");
  expect(shown()).toBeUndefined();
});

test("signing out hides everything, here and in other tabs", async () => {
  session.set({ signIn: "oidc", person: ana });
  work();
  showSignedOut(undefined);
  expect(shown()).toEqual({ kind: "screen", signIn: "oidc", ending: "left" });
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(stored()).toEqual({ signIn: "oidc", person: null });
});

test("a tab follows another one that signs out and in again", async () => {
  openPage(oidc(ana));
  expect(session.get().person).toEqual(ana);
  work();
  const hear = (person: Session["person"]) => {
    reply(oidc(person));
    const newValue = JSON.stringify({ signIn: "oidc", person });
    dispatchEvent(new StorageEvent("storage", { key: sessionKey, newValue }));
  };
  hear(null);
  await expect.poll(() => shown()).toMatchObject({ kind: "screen", ending: "left" });
  reply(oidc(ana));
  // The stored session of the same person is the same text, about which a browser tells no tab.
  dispatchEvent(new StorageEvent("storage", { key: "supercargo.session-changed", newValue: "1" }));
  await expect.poll(() => shown()).toBeUndefined();
});

test("a tab that was loading while the person signed out in another one shows the screen", async () => {
  localStorage.setItem(sessionKey, JSON.stringify({ signIn: "oidc", person: null }));
  reply(oidc(null));
  openPage(oidc(ana));
  await expect.poll(() => shown()).toMatchObject({ kind: "screen", ending: "left" });
});

test.each<[string, "oidc" | "none", Ending | undefined]>([
  ["hides everything, even if the gateway doesn't answer", "oidc", "left"],
  ["means nothing in a console without sign-in", "none", undefined],
])("no person in another tab %s", async (_, signIn, ending) => {
  openPage({ signIn, person: signIn === "oidc" ? ana : null, ...ends });
  work();
  reply({}, 502);
  const newValue = JSON.stringify({ signIn, person: null });
  dispatchEvent(new StorageEvent("storage", { key: sessionKey, newValue }));
  await refreshSession();
  expect(shown()).toEqual(ending && { kind: "screen", signIn, ending });
});

test("a sign-out while the session is read is not undone by the answer", async () => {
  session.set({ signIn: "oidc", person: ana });
  reply(oidc(ana));
  const read = refreshSession();
  showSignedOut(undefined, "leftHere");
  await read;
  expect(stored()).toEqual({ signIn: "oidc", person: null });
  reply(oidc(null));
  await refreshSession();
  expect(shown()).toEqual({ kind: "screen", signIn: "oidc", ending: "leftHere" });
});

test("signing out in another tab is seen although an earlier read is in flight", async () => {
  session.set({ signIn: "oidc", person: ana });
  work();
  let respond = () => {};
  const held = new Promise<void>((done) => (respond = done));
  const answers = [oidc(ana), oidc(null)];
  vi.stubGlobal("fetch", async () => {
    const body = answers.shift();
    if (body?.person) await held;
    return Response.json(body);
  });
  openPage(oidc(ana));
  const reading = refreshSession();
  const newValue = JSON.stringify({ signIn: "oidc", person: null });
  dispatchEvent(new StorageEvent("storage", { key: sessionKey, newValue }));
  respond();
  await reading;
  await expect.poll(() => shown()).toMatchObject({ kind: "screen", ending: "left" });
});
