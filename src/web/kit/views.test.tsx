// @vitest-environment happy-dom

import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Role } from "#contract/people.ts";
import { session } from "#web/base/session.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { savedViews } from "./view-storage.ts";
import { SavedViews, ViewTabs, viewsBy } from "./views.tsx";

/** Presses a button inside an element, once it is there. */
const pressIn = async (within: string, name: string): Promise<void> => {
  const find = () =>
    [...document.querySelectorAll<HTMLElement>(`${within} button`)].find(
      ({ textContent, ariaLabel }) => textContent === name && !ariaLabel,
    );
  await expect.poll(find).toBeDefined();
  find()?.click();
};

/** Lays out the tabs, 300 px wide in all, in 200 px. */
const layOut = () => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #callback: () => void;
      constructor(callback: () => void) {
        this.#callback = callback;
      }
      observe() {
        queueMicrotask(this.#callback);
      }
      disconnect() {}
    },
  );
  const rect = vi.spyOn(Element.prototype, "getBoundingClientRect");
  rect.mockImplementation(function (this: Element) {
    const tabs = [...document.querySelectorAll(".view-tabs__tab")];
    const end = this.matches(".view-tabs__tab") ? (tabs.indexOf(this) + 1) * 100 : 200;
    return { right: end } as DOMRect;
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    rect.mockRestore();
  });
};

test.each([
  ["disabled", 100],
  ["enabled", 0],
])("the tab of the state %s is in view at the start", async (state, scrolled) => {
  layOut();
  const views = viewsBy("state", ["enabled", "disabled"]);
  openTestApp({ "/": () => <ViewTabs views={views} label="States" /> }, `/?state=${state}`);
  const current = () => document.querySelector("[data-current]")?.textContent;
  await expect.poll(current).toBe(state);
  await expect.poll(() => document.querySelector("nav")?.scrollLeft).toBe(scrolled);
});

describe("views that the team shares", () => {
  interface Shared {
    readonly list: string;
    readonly name: string;
    readonly value: unknown;
  }
  const sharedBy = "Ben";
  const sharedAt = "2026-11-20T10:00:00Z";
  /** The gateway with what is shared, and the paths that were sent. */
  const share = (...entries: Shared[]) => {
    let shared = entries;
    const sent: string[] = [];
    vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
      if (!path.startsWith("/api/shared")) throw new TypeError("no network");
      if (method === "GET")
        return Response.json(shared.map((one) => ({ ...one, sharedBy, sharedAt })));
      const { list, name, value } = JSON.parse(String(body)) as Shared;
      sent.push(`${path.slice("/api".length)} ${name}`);
      shared = shared.filter((one) => one.name !== name);
      if (path.endsWith("/removal")) return Response.json(null);
      shared.push({ list, name, value });
      return Response.json({ list, name, value, sharedBy, sharedAt });
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    return sent;
  };
  const open = async (role: Role) => {
    session.set({ signIn: "oidc", person: { id: "ada", name: "Ada", role } });
    onTestFinished(() => session.set({ signIn: "none", person: null }));
    savedViews("things").set([{ name: "Mine", search: { status: "late" } }]);
    openTestApp({ "/": () => <SavedViews list="things" /> });
    await pressButton("Views");
    await expect.poll(() => document.querySelector("[aria-label='Saved views']")).not.toBeNull();
  };
  const teamViews = () => document.querySelector("[aria-label='Team views']")?.textContent ?? "";
  const labelled = (label: string) =>
    document.querySelector<HTMLElement>(`[aria-label="${label}"]`)!;

  test("are listed with who shared them, and can be removed for everyone", async () => {
    const sent = share(
      { list: "views.things", name: "Theirs", value: { status: "new" } },
      { list: "views.things", name: "Unreadable", value: 7 },
    );
    await open("agent");
    await expect.poll(teamViews).toContain("TheirsShared by Ben");
    expect(teamViews()).not.toContain("Unreadable");
    labelled("Remove for everyone: view “Theirs”").click();
    await expect
      .poll(() => document.body.textContent)
      .toContain("Remove view “Theirs” for everyone?");
    await pressIn("[role=dialog]", "Remove for everyone");
    await expect.poll(() => sent).toEqual(["/shared/removal Theirs"]);
    await pressButton("Views");
    await expect.poll(teamViews).toBe("");
  });

  test("include one's own after it is shared", async () => {
    const sent = share();
    await open("agent");
    labelled("Share with team: view “Mine”").click();
    await expect.poll(teamViews).toContain("MineShared by Ben");
    expect(sent).toEqual(["/shared Mine"]);
  });

  test("are replaced by another one of the same name only if that is confirmed", async () => {
    const sent = share({ list: "views.things", name: "Mine", value: { status: "new" } });
    await open("agent");
    labelled("Share with team: view “Mine”").click();
    await expect.poll(() => document.body.textContent).toContain("Replace the team's view “Mine”?");
    expect(sent).toEqual([]);
    await pressIn("[role=dialog]", "Replace for everyone");
    await expect.poll(() => sent).toEqual(["/shared Mine"]);
  });

  test("can't be changed by a role that may not, which says so; own views can", async () => {
    share({ list: "views.things", name: "Theirs", value: {} });
    await open("viewer");
    await expect.poll(teamViews).toContain("Theirs");
    for (const label of ["Share with team: view “Mine”", "Remove for everyone: view “Theirs”"])
      expect(labelled(label).getAttribute("aria-description")).toMatch(
        /Your role, Viewer, can't share/,
      );
  });

  test("are left out where the gateway has no storage, and without sign-in nothing is shared", async () => {
    await open("agent");
    session.set({ signIn: "none", person: null });
    expect(teamViews()).toBe("");
    expect(document.body.textContent).not.toContain("Couldn't");
  });
});
