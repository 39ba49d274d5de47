// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import type { SignedInPerson } from "#contract/signed-in-people.ts";
import { session } from "#web/base/session.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { PeopleList } from "./people-list.tsx";

const person: SignedInPerson = {
  id: "auth0|6123",
  name: "Ada Admin",
  roles: ["admin"],
  signedInAt: "2026-11-20T10:00:00Z",
  lastUsedAt: "2026-11-20T10:00:00Z",
  sessions: 1,
};

test("a person's name opens the changes of exactly that person, whatever their name was", async () => {
  vi.stubGlobal("fetch", async () => Response.json([person]));
  onTestFinished(() => void vi.unstubAllGlobals());
  openTestApp({ "/people": PeopleList }, "/people");
  const address = () =>
    [...document.querySelectorAll("a")]
      .find(({ textContent }) => textContent === person.name)
      ?.getAttribute("href");
  await expect.poll(address).toBe("/audit?person=%22auth0%7C6123%22");
});

test("sessions that end after their dialog was closed leave that of another person open", async () => {
  let respond = () => {};
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET" }: RequestInit = {}) => {
    if (method === "GET") return Response.json([person, { ...person, id: "2", name: "Bo" }]);
    await new Promise<void>((resolve) => (respond = resolve));
    return Response.json({ ended: 1 });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  openTestApp({ "/people": PeopleList }, "/people");
  const ask = (name: string) =>
    document.querySelector<HTMLElement>(`[aria-label="Sign out everywhere: ${name}"]`);
  const dialog = () => document.querySelector("[role=dialog]")?.textContent ?? "";
  const confirm = () =>
    [...document.querySelectorAll<HTMLElement>("[role=dialog] button")].find(
      ({ textContent }) => textContent === "Sign out everywhere",
    );
  await expect.poll(() => ask("Ada Admin")).toBeTruthy();
  ask("Ada Admin")?.click();
  await expect.poll(dialog).toContain("Sign out Ada Admin everywhere?");
  confirm()?.click();
  await pressButton("Cancel");
  await expect.poll(dialog).toBe("");
  ask("Bo")?.click();
  await expect.poll(dialog).toContain("Sign out Bo everywhere?");
  respond();
  await expect.poll(() => document.body.textContent).toContain("Ada Admin is signed out");
  expect(dialog()).toContain("Sign out Bo everywhere?");
});

test("a text that is longer than the gateway takes is cut", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
    asked.push(new URL(String(input), "http://console").searchParams.get("search") ?? "");
    return Response.json([person]);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  openTestApp({ "/people": PeopleList }, `/people?search=${"a".repeat(300)}`);
  await expect.poll(() => document.body.textContent).toContain(person.name);
  expect(asked).toEqual(["a".repeat(200)]);
  const field = document.querySelector<HTMLInputElement>("[aria-label='Search people']");
  expect(field?.maxLength).toBe(200);
});

test.each([
  ["oidc", true],
  ["header", false],
] as const)("with the sign-in %s, changed roles wait for a sign-in: %s", async (signIn, waits) => {
  vi.stubGlobal("fetch", async () => Response.json([]));
  session.set({ signIn, person: { id: "1", name: "Ada", role: "admin" } });
  onTestFinished(() => {
    session.set({ signIn: "none", person: null });
    vi.unstubAllGlobals();
  });
  openTestApp({ "/people": PeopleList }, "/people");
  const page = () => document.body.textContent;
  await expect.poll(page).toContain(signIn === "oidc" ? "No people" : "No sessions");
  expect(page().includes("Role changes take effect")).toBe(waits);
});
