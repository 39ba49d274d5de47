// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { session } from "#web/base/session.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { testChange as change } from "#web/testing/change.ts";
import { AuditList } from "./audit-list.tsx";

test("a Record ID that is none is asked for again, and no change is listed", async () => {
  const respond = async (input: RequestInfo | URL) =>
    Response.json(String(input).includes("state=unknown") ? [] : [change]);
  vi.stubGlobal("fetch", respond);
  onTestFinished(() => void vi.unstubAllGlobals());
  const app = openTestApp({ "/audit": AuditList }, "/audit?recordId=RMA-30110");
  const text = () => document.body.textContent;
  await expect.poll(text).toContain("Enter the ID of the record");
  expect(text()).toContain("Activity filters by the record ID");
  expect(text()).toContain("It can't search for “RMA-30110”.");
  expect(text()).not.toContain("mapping set 5");
  app.open("/audit?recordId=5");
  await expect.poll(text).toContain("mapping set 5");
  expect(text()).not.toContain("Enter the ID");
});

test.each([
  ["ada", "person=ada"],
  ["%22ada%22", "personId=ada"],
])("the person %s in the address is requested as %s", async (person, query) => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
    asked.push(String(input));
    return Response.json([]);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  openTestApp({ "/audit": AuditList }, `/audit?person=${person}`);
  await expect.poll(() => document.body.textContent).toContain("No matching changes");
  expect(asked.filter((address) => address.includes("person"))).toEqual([
    expect.stringMatching(new RegExp(`[?&]${query}(?:&|$)`)),
  ]);
});

test.each([
  ["a".repeat(201), true],
  ["a".repeat(200), false],
  [`%22${"a".repeat(201)}%22`, false],
])(
  "a person in the address that is too long is asked for again: %.10s… %s",
  async (person, asks) => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
      asked.push(String(input));
      return Response.json(String(input).includes("state=unknown") ? [] : [change]);
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    openTestApp({ "/audit": AuditList }, `/audit?person=${person}`);
    const text = () => document.body.textContent;
    await expect.poll(text).toContain(asks ? "Enter a shorter text" : "mapping set 5");
    expect(text()).not.toContain(asks ? "mapping set 5" : "Enter a shorter text");
    expect(asked.some((address) => address.includes("person"))).toBe(!asks);
    const field = document.querySelector<HTMLInputElement>("[aria-label='Person']");
    expect(field?.maxLength).toBe(502);
  },
);

test.each([
  ["oidc", "admin", "A", ""],
  ["oidc", "viewer", "BUTTON", "Your role, Viewer, can't see who is signed in."],
  ["header", "admin", undefined, ""],
] as const)(
  "with sign-in by %s, a person with the role %s finds the people who are signed in: %s, %s",
  async (signIn, role, tag, why) => {
    vi.stubGlobal("fetch", async () => Response.json([]));
    session.set({ signIn, person: { id: "1", name: "Vera", role } });
    onTestFinished(() => {
      vi.unstubAllGlobals();
      session.set({ signIn: "none", person: null });
    });
    openTestApp({ "/audit": AuditList }, "/audit");
    await expect.poll(() => document.querySelector("h1")?.textContent).toBe("Activity");
    const control = [
      ...document.querySelectorAll(".screen__actions a, .screen__actions button"),
    ][0];
    expect(control?.tagName).toBe(tag);
    expect(control?.getAttribute("aria-description") ?? "").toContain(why);
  },
);
